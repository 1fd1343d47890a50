"use client";

import { Link as LinkIcon, Maximize2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { CancelOrder } from "@/components/orders/detail/cancel-order";
import { OrderSummary } from "@/components/orders/detail/order-facts";
import { OrderMap } from "@/components/orders/detail/order-map";
import { OrderName } from "@/components/orders/detail/order-name";
import { isSettled, type OrderPageView } from "@/components/orders/detail/order-state";
import { Timeline } from "@/components/orders/detail/timeline";
import { useOrderSentence } from "@/components/orders/detail/use-order-sentence";
import { orderAddress } from "@/components/orders/list/address";
import { orderProgressLabel } from "@/components/orders/list/order-progress";
import { OrderProgressBadge } from "@/components/orders/list/order-progress-badge";
import { ConnectionNote } from "@/components/ui/connection-note";
import { CopyButton } from "@/components/ui/copy-field";
import type { FormAction } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { Permitted } from "@/components/ui/permissions";
import { SMALL_PRIMARY, SMALL_SECONDARY } from "@/components/ui/styles";
import { useLive } from "@/components/ui/use-live";
import { useNow } from "@/components/ui/use-now";
import type { Mode } from "@/lib/account-scope";
import type { ShopBranding } from "@/lib/accounts/shop-identity";
import { withMode } from "@/lib/http/mode";
import type { Locale } from "@/lib/locale/locale";

export interface SheetProps {
  readonly now: number;
  readonly mode: Mode;
  readonly locale: Locale;
  readonly styleUrl: string | null;
  readonly shop: ShopBranding;
  readonly cancel: FormAction;
}

const ON_MAP =
  "flex size-11 cursor-pointer items-center justify-center rounded-lg bg-raised shadow-e1 hover:bg-hover sm:size-9";

const BUTTONS_ON_MAP = { right: 90 };

interface Props extends SheetProps {
  readonly code: string;
  readonly initial: OrderPageView | null;
  readonly onClose: () => void;
}

export function OrderSheet({ code, initial, onClose, now, mode, locale, styleUrl, shop, cancel }: Props) {
  const t = useTranslations("orders.sheet");
  const base = `/dashboard/orders/${code}`;
  const { data, connection, error, retry } = useLive<OrderPageView | undefined>(
    { state: `${base}/state`, events: `${base}/events` },
    initial ?? undefined,
    { isOver: (state) => state !== undefined && isSettled(state) },
  );
  return (
    <aside
      aria-label={t("label", { code })}
      className="hidden min-h-0 w-109 shrink-0 flex-col border-l border-line bg-surface lg:flex print:hidden"
    >
      <div className="relative flex-none">
        {data === undefined ? (
          <div className="h-61 bg-fill" />
        ) : (
          <OrderMap
            order={data}
            now={now}
            locale={locale}
            styleUrl={styleUrl}
            shop={shop}
            look="h-61 [@media(height<45rem)]:h-44"
            cover={BUTTONS_ON_MAP}
            isSmall
          />
        )}
        <div className="absolute top-3 right-3 z-10 flex gap-1.5">
          <Link href={orderAddress(code, mode)} aria-label={t("open")} title={t("open")} className={ON_MAP}>
            <Maximize2 aria-hidden="true" className="size-4" />
          </Link>
          <button
            type="button"
            onClick={onClose}
            aria-label={t("close")}
            title={t("close")}
            aria-keyshortcuts="Escape"
            className={ON_MAP}
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
      </div>
      {data === undefined ? (
        <div className="p-5">
          {error !== null && (
            <>
              <p role="alert" className="type-heading">
                {t("failed")}
              </p>
              <button type="button" onClick={retry} className={`${SMALL_SECONDARY} mt-3`}>
                {t("again")}
              </button>
            </>
          )}
        </div>
      ) : (
        <>
          <Contents order={data} now={now} />
          {!data.isOver && connection !== "live" && (
            <p className="px-5 pb-2">
              <ConnectionNote connection={connection} />
            </p>
          )}
          <Actions order={data} cancel={cancel} />
        </>
      )}
    </aside>
  );
}

function Contents({ order, now: atFirst }: { order: OrderPageView; now: number }) {
  const now = useNow(atFirst);
  const { title, where, note } = useOrderSentence(order, atFirst);
  const label = orderProgressLabel(toProgressInput(order), now);
  return (
    <section
      aria-label={title}
      className="min-h-0 flex-1 space-y-5 overflow-y-auto px-5 py-4 -outline-offset-2"
    >
      <header>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <OrderProgressBadge label={label} pickupAt={order.plan?.pickupAt ?? null} />
          <OrderName code={order.code} externalOrderId={order.externalOrderId} />
        </p>
        <h2 className="mt-2 type-title">{title}</h2>
        {(where !== null || note !== null) && (
          <p className="mt-1 text-sm text-soft">
            {[where === null ? null : `${where}.`, note].filter(Boolean).join(" ")}
          </p>
        )}
      </header>
      <OrderSummary order={order} now={now} />
      <Timeline order={order} now={now} />
    </section>
  );
}

function toProgressInput(order: OrderPageView) {
  const { status, driver, stops, wayBack, dispatchAt, isOver } = order;
  const isOpen = !isOver && status !== "cancelled" && wayBack?.state !== "on_the_way";
  return {
    status,
    courierName: driver?.name ?? null,
    isAsked: stops.some(({ failure }) => failure?.resolution === "ask"),
    isHeld: order.resource.held_reason !== null,
    pickupAt: order.plan?.pickupAt ?? null,
    dueAt: isOpen ? order.dueAt : null,
    dispatchAt,
  };
}

function Actions({ order, cancel }: { order: OrderPageView; cancel: FormAction }) {
  const t = useTranslations("orders.sheet");
  const { code, mode, links } = order;
  const [only, ...others] = links;
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-1.5 gap-y-1 border-t border-line px-4 py-3">
      {only !== undefined &&
        (others.length === 0 ? (
          <CopyButton
            value={only.url}
            label={t("link")}
            look={SMALL_PRIMARY}
            text={t("link")}
            icon={LinkIcon}
          />
        ) : (
          <Link href={`${orderAddress(code, mode)}#links`} className={SMALL_PRIMARY}>
            <LinkIcon aria-hidden="true" className="size-4" />
            {t("links")}
          </Link>
        ))}
      <Permitted needs="account.manage_orders">
        <Link
          href={withMode(`/dashboard/new?again=${encodeURIComponent(code)}`, mode)}
          className={SMALL_SECONDARY}
        >
          {t("again_order")}
        </Link>
        <CancelOrder order={order} action={cancel} label={t("cancel")} />
      </Permitted>
    </div>
  );
}
