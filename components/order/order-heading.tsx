"use client";

import { CopyPlus, Pencil, ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import type { OrderState } from "@/components/order/order-state";
import { ConnectionNote } from "@/components/ui/connection-note";
import { CopyButton } from "@/components/ui/copy-field";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { StatusPill } from "@/components/ui/status-pill";
import { LINK, SECONDARY } from "@/components/ui/styles";
import type { Connection } from "@/components/ui/use-live";
import { isEditable } from "@/lib/orders/order";
import { inMode } from "@/lib/pages/mode";

/** Shows which order this is, its status, and what can be done with it. */
export function OrderHeading({
  order,
  connection,
  children,
}: {
  order: OrderState;
  connection: Connection;
  children: ReactNode;
}) {
  const t = useTranslations("order");
  const reason = useId();
  const { code, externalOrderId, mode, status } = order;
  const requests = inMode(`/dashboard/requests?order=${encodeURIComponent(externalOrderId)}`, mode);
  return (
    <Heading
      note={
        <>
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {t("external_id")} <span className="font-mono text-ink">{externalOrderId}</span>
            </span>
            <CopyButton
              value={externalOrderId}
              label={t("external_id")}
              look="inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-md px-1 text-xs hover:text-ink"
            />
          </p>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Link href={requests} className={`${LINK} inline-flex min-h-8 items-center gap-1.5`}>
              <ScrollText aria-hidden="true" className="size-4" />
              {t("requests")}
            </Link>
            {!order.isOver && <ConnectionNote connection={connection} />}
          </p>
          {/* Always rendered, so that a change of its text moves nothing below. */}
          <p id={reason} className="text-xs">
            {t(`editing.${status}`)}
          </p>
        </>
      }
      actions={
        <>
          <EditLink order={order} reason={reason} />
          <Link href={inMode(`/dashboard/new?from=${encodeURIComponent(code)}`, mode)} className={SECONDARY}>
            <CopyPlus aria-hidden="true" className="size-4" />
            {t("duplicate")}
          </Link>
          {children}
        </>
      }
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-mono">{code}</span>
        <span className="inline-flex text-base leading-none tracking-normal">
          <StatusPill status={status} hasCourier={order.driver !== null} />
        </span>
      </span>
    </Heading>
  );
}

function EditLink({ order: { code, mode, status }, reason }: { order: OrderState; reason: string }) {
  const t = useTranslations("order");
  const label = (
    <>
      <Pencil aria-hidden="true" className="size-4" />
      {t("edit")}
    </>
  );
  if (!isEditable(status)) {
    return (
      <button type="button" disabled aria-describedby={reason} className={SECONDARY}>
        {label}
      </button>
    );
  }
  return (
    <Link href={inMode(`/dashboard/orders/${code}/edit`, mode)} className={SECONDARY}>
      {label}
    </Link>
  );
}
