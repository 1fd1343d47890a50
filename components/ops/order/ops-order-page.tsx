"use client";

import { useTranslations } from "next-intl";
import { AdjustCharge } from "@/components/ops/adjust-charge";
import { OpenQuestion } from "@/components/ops/open-question";
import { Links } from "@/components/ops/order/links";
import type { OpsPageActions, OpsPageView } from "@/components/ops/order/ops-order-state";
import { Sentence } from "@/components/ops/order/sentence";
import { StopActions } from "@/components/ops/order/stop-actions";
import { OrderActions } from "@/components/ops/order-actions";
import { CancellationNote } from "@/components/order/cancellation-note";
import { CourierCard } from "@/components/order/courier-card";
import { OrderFacts } from "@/components/order/order-facts";
import { OrderMap } from "@/components/order/order-map";
import { OrderSection } from "@/components/order/order-section";
import { PriceCard } from "@/components/order/price-card";
import { ReturnNote } from "@/components/order/return-note";
import { StopList } from "@/components/order/stop-list";
import { Timeline } from "@/components/order/timeline";
import { useOrder } from "@/components/order/use-order";
import { useRubles } from "@/components/order/use-rubles";
import { formatPhone } from "@/components/tracking/format";
import { ConnectionNote } from "@/components/ui/connection-note";
import type { FormAction } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { QueryCache } from "@/components/ui/query-cache";
import { StatusPill } from "@/components/ui/status-pill";
import { LINK } from "@/components/ui/styles";
import type { Locale } from "@/lib/locale/locale";

interface Given {
  actions: OpsPageActions;
  initial: OpsPageView;
  now: number;
  locale: Locale;
  styleUrl: string | null;
}

/** Shows operators everything about one order, live, and what they can do with it. */
export function OpsOrderPage(given: Given) {
  return (
    <QueryCache>
      <OrderSection value="/ops/orders">
        <Parts {...given} />
      </OrderSection>
    </QueryCache>
  );
}

function Parts({ actions, initial, now, locale, styleUrl }: Given) {
  const t = useTranslations("ops.order");
  const { order, connection } = useOrder(initial);
  const { code, status, cancellation, wayBack } = order;
  return (
    <>
      <header className="mb-6">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          <h1 className="font-mono font-medium text-ink">{code}</h1>
          <StatusPill status={status} hasCourier={order.courierId !== null} />
          <Link
            href={`/ops/accounts/${order.account.id}`}
            className={`${LINK} inline-flex min-h-6 items-center`}
          >
            {order.account.name}
          </Link>
          <span className="min-w-0 font-mono [overflow-wrap:anywhere]">{order.externalOrderId}</span>
          {!order.isOver && <ConnectionNote connection={connection} />}
        </div>
        <p className="mt-2 type-display text-balance">
          <Sentence order={order} />
        </p>
        {order.resource.routing === "estimate" && <p className="mt-2 text-sm text-late">{t("estimated")}</p>}
      </header>
      <div className="space-y-5">
        <Questions order={order} now={now} answer={actions.answer} />
        {cancellation !== null && <CancellationNote order={order} cancellation={cancellation} />}
        {wayBack !== null && <ReturnNote order={order} wayBack={wayBack} />}
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23.75rem] lg:grid-rows-[auto_1fr]">
          <div className="min-w-0 lg:col-start-2">
            <Courier order={order} now={now} actions={actions} />
          </div>
          <div className="min-w-0 space-y-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">
            <OrderMap order={order} now={now} locale={locale} styleUrl={styleUrl} />
            <OrderFacts order={order} now={now} />
            <StopList
              order={order}
              now={now}
              actionsAt={(index) => <StopActions order={order} index={index} actions={actions} />}
            />
            <PriceCard order={order} />
            {order.price !== null && <AdjustCharge code={code} adjust={actions.adjust} />}
          </div>
          <div className="min-w-0 space-y-5 lg:col-start-2">
            <Timeline order={order} now={now} />
            <Links order={order} />
          </div>
        </div>
      </div>
    </>
  );
}

function Questions({ order, now, answer }: { order: OpsPageView; now: number; answer: FormAction }) {
  const rubles = useRubles();
  if (order.status !== "in_progress") return null;
  return order.stops.map(
    ({ failure, attempts }, index) =>
      failure?.resolution === "ask" &&
      failure.answerUntil !== null && (
        <OpenQuestion
          // biome-ignore lint/suspicious/noArrayIndexKey: a stop is identified by its place in the order.
          key={index}
          code={order.code}
          index={index}
          attempts={attempts}
          answerUntil={failure.answerUntil}
          returnPrice={order.returnPrice === 0 ? null : rubles(order.returnPrice)}
          now={now}
          answer={answer}
        />
      ),
  );
}

function Courier({ order, now, actions }: { order: OpsPageView; now: number; actions: OpsPageActions }) {
  const t = useTranslations("ops.order");
  const { code, status, courierId, takeover, wayBack } = order;
  return (
    <CourierCard order={order} now={now}>
      {takeover !== null && (
        <p className="mt-3 text-sm text-late">
          {t("takeover", { name: takeover.name })}{" "}
          <a href={`tel:${takeover.phone}`} className={LINK}>
            {formatPhone(takeover.phone).shown}
          </a>
        </p>
      )}
      {courierId !== null && (
        <p className="mt-1 text-sm">
          <Link href={`/ops/couriers/${courierId}`} className={`${LINK} inline-flex min-h-6 items-center`}>
            {t("courier_page")}
          </Link>
        </p>
      )}
      <OrderActions
        actions={actions}
        code={code}
        status={status}
        hasCourier={courierId !== null}
        isGoingBack={wayBack?.state === "on_the_way"}
      />
    </CourierCard>
  );
}
