"use client";

import { Phone } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { ApiCalls } from "@/components/orders/detail/api-calls";
import { CancelOrder } from "@/components/orders/detail/cancel-order";
import { CourierCard } from "@/components/orders/detail/courier-card";
import { EraseRecipient } from "@/components/orders/detail/erase-recipient";
import { LateNote } from "@/components/orders/detail/late-note";
import { OpenProblems, OpenQuestions } from "@/components/orders/detail/open-issues";
import { OrderFacts, OrderSummary } from "@/components/orders/detail/order-facts";
import { OrderHeading } from "@/components/orders/detail/order-heading";
import { OrderMap } from "@/components/orders/detail/order-map";
import { OrderMessages } from "@/components/orders/detail/order-messages";
import { CancellationNote, ErasureNote, ReturnNote } from "@/components/orders/detail/order-notes";
import type { OrderPageView } from "@/components/orders/detail/order-state";
import { OrderWebhooks } from "@/components/orders/detail/order-webhooks";
import { PriceCard } from "@/components/orders/detail/price-card";
import { Disclosure, FoldedSection } from "@/components/orders/detail/section";
import { StopList } from "@/components/orders/detail/stop-list";
import { Timeline } from "@/components/orders/detail/timeline";
import { TrackingLinks } from "@/components/orders/detail/tracking-links";
import { useOrder } from "@/components/orders/detail/use-order";
import { CodeBox } from "@/components/ui/code-box";
import { CopyButton } from "@/components/ui/copy-field";
import type { FormAction, FormActions } from "@/components/ui/form-state";
import { Permitted } from "@/components/ui/permissions";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";
import type { ShopBranding } from "@/lib/accounts/shop-identity";
import { callLink, canCall } from "@/lib/courier-app/contact-link";
import type { Locale } from "@/lib/locale/locale";

// Only test orders have it.
const Simulator = dynamic(() =>
  import("@/components/orders/detail/simulator").then(({ Simulator }) => Simulator),
);

interface Props {
  actions: FormActions<"cancel" | "answer" | "settle" | "simulate" | "issueLinks" | "revokeLinks"> & {
    readonly erase: FormAction;
  };
  initial: OrderPageView;
  shop: ShopBranding;
  now: number;
  locale: Locale;
  styleUrl: string | null;
  publicUrl: string;
}

export function OrderPage({ actions, initial, shop, now, locale, styleUrl, publicUrl }: Props) {
  const { order, connection } = useOrder(initial);
  return (
    <div className="mx-auto flex max-w-360 flex-col gap-y-6 px-4 pb-12 sm:px-8 lg:grid lg:grid-cols-[minmax(0,1fr)_19.75rem] lg:gap-x-8">
      <div className="space-y-5 sm:pt-5 lg:col-span-2">
        <OrderHeading order={order} now={now} connection={connection} calls={<CallButtons order={order} />}>
          <Permitted needs="account.manage_orders">
            <CancelOrder order={order} action={actions.cancel} />
          </Permitted>
        </OrderHeading>
        {order.simulation !== null && !order.isOver && (
          <Permitted needs="account.use_sandbox">
            <Simulator order={order} simulation={order.simulation} now={now} action={actions.simulate} />
          </Permitted>
        )}
        <OpenQuestions order={order} now={now} action={actions.answer} />
        <OpenProblems order={order} action={actions.settle} />
        {order.cancellation !== null && <CancellationNote order={order} cancellation={order.cancellation} />}
        {order.erasedAt !== null && <ErasureNote at={order.erasedAt} />}
        {order.wayBack !== null && <ReturnNote order={order} wayBack={order.wayBack} />}
        <LateNote order={order} now={now} />
        <div>
          <div className="max-sm:hidden print:block">
            <OrderFacts order={order} now={now} />
          </div>
          <div className="sm:hidden print:hidden">
            <OrderSummary order={order} now={now} />
          </div>
        </div>
      </div>
      {/* On a phone the map comes first, from edge to edge. */}
      <div className="min-w-0 max-sm:-mx-4 max-sm:order-first print:hidden">
        <OrderMap
          order={order}
          now={now}
          locale={locale}
          styleUrl={styleUrl}
          shop={shop}
          look="h-85 sm:h-113 sm:rounded-xl"
        />
      </div>
      <div className="min-w-0 space-y-6 lg:row-span-2">
        <CourierCard order={order} now={now} />
        <StopList order={order} now={now} shop={shop} />
        <Timeline order={order} now={now} />
        <OrderMessages order={order} />
      </div>
      <div className="min-w-0 space-y-8 pt-1">
        <div className="grid gap-x-10 gap-y-8 md:grid-cols-2 print:hidden">
          <OrderWebhooks order={order} />
          <ApiCalls order={order} now={now} />
        </div>
        <div className="border-t border-line">
          <PriceCard order={order} />
          <div className="print:hidden">
            <TrackingLinks order={order} issue={actions.issueLinks} revoke={actions.revokeLinks} />
          </div>
          <RawOrder order={order} publicUrl={publicUrl} />
          <div className="print:hidden">
            <Permitted needs="account.erase_orders">
              <EraseRecipient order={order} action={actions.erase} />
            </Permitted>
          </div>
        </div>
      </div>
    </div>
  );
}

function CallButtons({ order: { driver, stops, isOver } }: { order: OrderPageView }) {
  const t = useTranslations("order.call");
  const [recipient, ...others] = stops.filter(({ dropoff }) => dropoff !== null);
  const isOne = recipient !== undefined && others.length === 0 && canCall(recipient.contact);
  if (isOver || (driver === null && !isOne)) return null;
  return (
    <p className="flex basis-full gap-2 sm:hidden print:hidden">
      {driver !== null && (
        <a href={callLink(driver.phone)} className={`${PRIMARY} flex-1`}>
          <Phone aria-hidden="true" className="size-4" />
          {t("courier")}
        </a>
      )}
      {isOne && (
        <a href={callLink(recipient.contact.value)} className={`${SECONDARY} flex-1`}>
          <Phone aria-hidden="true" className="size-4" />
          {t("recipient")}
        </a>
      )}
    </p>
  );
}

function RawOrder({ order, publicUrl }: { order: OrderPageView; publicUrl: string }) {
  const t = useTranslations("order.raw");
  const json = JSON.stringify(order.resource, null, 2);
  const curl = formatCurl(publicUrl, order.externalOrderId);
  return (
    <div className="print:hidden">
      <FoldedSection title={t("title")}>
        <Disclosure summary={t("resource")}>
          <div className="mt-2 space-y-3">
            <CodeBox text={json} label={t("resource")} isTall />
            <CopyButton value={json} label={t("resource")} />
          </div>
        </Disclosure>
        <Disclosure summary={t("request")}>
          <div className="mt-2 space-y-3">
            <CodeBox text={curl} label={t("request")} />
            <CopyButton value={curl} label={t("request")} />
          </div>
        </Disclosure>
      </FoldedSection>
    </div>
  );
}

/** Percent-encodes quotes too, so that the identifier cannot inject shell syntax. */
function formatCurl(publicUrl: string, externalOrderId: string): string {
  const path = encodeURIComponent(externalOrderId).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `curl '${publicUrl}/v1/partner/orders/${path}' -H "Authorization: Bearer $DROPLINE_KEY"`;
}
