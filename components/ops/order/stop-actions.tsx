"use client";

import { useTranslations } from "next-intl";
import type { OpsPageActions, OpsPageView } from "@/components/ops/order/ops-order-state";
import { ConfirmButton } from "@/components/ui/confirm";
import { LongField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";

/** What an operator can do about a stop: note that it was handed over, and wave the courier on without its code. */
export function StopActions({
  order,
  index,
  actions,
}: {
  order: OpsPageView;
  index: number;
  actions: Pick<OpsPageActions, "deliverOne" | "override">;
}) {
  const t = useTranslations("ops.order");
  const { code, status, stops, courierId, wayBack, overriders } = order;
  const stop = stops[index];
  if (stop === undefined) return null;
  const isOpen = stop.completedAt === null && stop.failure === null;
  const isCarried = courierId !== null && (status === "assigned" || status === "in_progress");
  const needsCode = isCarried && isOpen && stop.asked.includes("code") && stop.proof?.code == null;
  const isDeliverable =
    isOpen && index > 0 && status === "in_progress" && wayBack?.state !== "on_the_way" && stops.length > 2;
  const overrider = overriders.find(({ position }) => position === index);
  const buyout = stop.dropoff?.buyout?.type === "cash";
  return (
    <>
      {overrider !== undefined && (
        <p className="text-soft [overflow-wrap:anywhere]">{t("overridden_by", { name: overrider.name })}</p>
      )}
      {(isDeliverable || needsCode) && (
        <div className="flex flex-wrap gap-2">
          {isDeliverable && (
            <ConfirmButton
              action={actions.deliverOne}
              hidden={{ code, position: String(index) }}
              label={t("deliver_one")}
              title={t("deliver_one_title", { number: index })}
              text={t(buyout ? "deliver_one_text_buyout" : "deliver_one_text")}
            />
          )}
          {needsCode && <OverrideCode code={code} position={index} override={actions.override} />}
        </div>
      )}
    </>
  );
}

/** Lets an operator wave a courier on without the code of a stop. @param position 0 for the pickup, n for dropoff n */
function OverrideCode({
  code,
  position,
  override,
}: {
  code: string;
  position: number;
  override: FormAction;
}) {
  const t = useTranslations("ops.order.override");
  return (
    <ConfirmButton
      action={override}
      hidden={{ code, position: String(position) }}
      fields={{ reason: t("reason") }}
      label={t("label")}
      title={position === 0 ? t("title_pickup") : t("title", { number: position })}
      text={t("text")}
      confirm={t("confirm")}
    >
      <LongField name="reason" label={t("reason")} />
    </ConfirmButton>
  );
}
