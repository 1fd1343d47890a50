"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm";
import { LongField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";

/** Lets an operator wave a courier on without the code of a stop. @param position 0 for the pickup, n for dropoff n */
export function OverrideCode({
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
