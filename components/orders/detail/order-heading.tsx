"use client";

import { ArrowLeft, CopyPlus, Link as LinkIcon, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { OrderName } from "@/components/orders/detail/order-name";
import type { OrderPageView } from "@/components/orders/detail/order-state";
import { useOrderSentence } from "@/components/orders/detail/use-order-sentence";
import { ConnectionNote } from "@/components/ui/connection-note";
import { CopyButton } from "@/components/ui/copy-field";
import { Link } from "@/components/ui/link";
import { Permitted } from "@/components/ui/permissions";
import { StatusPill } from "@/components/ui/status-pill";
import { ICON, SMALL_GHOST, SMALL_OUTLINE } from "@/components/ui/styles";
import type { Connection } from "@/components/ui/use-live";
import { useNow } from "@/components/ui/use-now";
import { withMode } from "@/lib/http/mode";
import { isScheduled } from "@/lib/orders/is-scheduled";
import { isEditable } from "@/lib/orders/order";

interface Props {
  order: OrderPageView;
  now: number;
  connection: Connection;
  calls: ReactNode;
  children: ReactNode;
}

export function OrderHeading({ order, now, connection, calls, children }: Props) {
  const t = useTranslations("order");
  const reason = useId();
  const { code, mode, status } = order;
  const isClosed = status === "in_progress";
  const current = useNow(now);
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        <p className="flex min-w-0 items-center gap-2">
          <Link
            href={withMode("/dashboard/orders", mode)}
            className="inline-flex min-h-11 items-center gap-2 hover:text-ink sm:min-h-9 print:hidden"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            {t("orders")}
          </Link>
          <span aria-hidden="true" className="text-faint print:hidden">
            /
          </span>
          <OrderName code={code} externalOrderId={order.externalOrderId} />
          <CopyButton value={code} label={t("code")} look={`${ICON} print:hidden`} isIcon />
        </p>
        <StatusPill
          status={status}
          hasCourier={order.driver !== null}
          isHeld={order.resource.held_reason !== null}
          isScheduled={isScheduled({ ...order, hasCourier: order.driver !== null }, current)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:order-last max-sm:basis-full sm:ml-auto print:hidden">
        <RecipientLink order={order} />
        <Permitted needs="account.manage_orders">
          <Link
            href={withMode(`/dashboard/new?again=${encodeURIComponent(code)}`, mode)}
            className={SMALL_OUTLINE}
          >
            <CopyPlus aria-hidden="true" className="size-4" />
            {t("duplicate")}
          </Link>
          <EditLink order={order} reason={reason} />
        </Permitted>
        {children}
      </div>
      <div className="basis-full">
        <Sentence order={order} now={now}>
          {!order.isOver && <ConnectionNote connection={connection} />}
        </Sentence>
        {isClosed && (
          <p id={reason} className="mt-1 text-xs text-soft max-sm:hidden print:hidden">
            {t(`editing.${status}`)}
          </p>
        )}
      </div>
      {calls}
    </header>
  );
}

function Sentence({ order, now, children }: { order: OrderPageView; now: number; children: ReactNode }) {
  const { title, where, note } = useOrderSentence(order, now);
  // A cancellation's reason is shown below with its comment.
  const visibleNote = order.cancellation === null ? note : null;
  return (
    <>
      <h1 className="max-w-205 type-display text-balance wrap-anywhere">
        {title}
        {where !== null && <span className="max-sm:hidden">, {where}</span>}
      </h1>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        {(where !== null || visibleNote !== null) && (
          <span className={visibleNote === null ? "sm:hidden" : ""}>
            {where !== null && (
              <span className="sm:hidden">{`${where.charAt(0).toUpperCase()}${where.slice(1)}. `}</span>
            )}
            {visibleNote}
          </span>
        )}
        <span className="print:hidden">{children}</span>
      </p>
    </>
  );
}

function RecipientLink({ order: { links } }: { order: OrderPageView }) {
  const t = useTranslations("order");
  const [only, ...others] = links;
  if (only === undefined) return null;
  if (others.length === 0) {
    return (
      <CopyButton
        value={only.url}
        label={t("recipient_link")}
        look={SMALL_OUTLINE}
        text={t("recipient_link")}
        icon={LinkIcon}
      />
    );
  }
  return (
    <a href="#links" className={SMALL_OUTLINE}>
      <LinkIcon aria-hidden="true" className="size-4" />
      {t("recipient_links")}
    </a>
  );
}

function EditLink({ order: { code, mode, status }, reason }: { order: OrderPageView; reason: string }) {
  const t = useTranslations("order");
  const label = (
    <>
      <Pencil aria-hidden="true" className="size-4" />
      {t("edit")}
    </>
  );
  if (isEditable(status)) {
    return (
      <Link href={withMode(`/dashboard/orders/${code}/edit`, mode)} className={SMALL_OUTLINE}>
        {label}
      </Link>
    );
  }
  if (status !== "in_progress") return null;
  return (
    <button type="button" disabled aria-describedby={reason} className={`${SMALL_GHOST} max-sm:hidden`}>
      {label}
    </button>
  );
}
