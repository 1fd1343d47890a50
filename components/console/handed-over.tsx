"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SMALL_SECONDARY } from "@/components/ui/styles";

export interface Handover {
  readonly code: string;
  readonly name: string;
  /** Null if the order had no courier. */
  readonly former: { readonly id: string; readonly name: string } | null;
}

/** Reports who has the order now, and gives it back on request. */
export function HandedOver({ handover, assign }: { handover: Handover; assign: FormAction }) {
  const t = useTranslations("ops.reassign");
  const { code, name, former } = handover;
  const [isUndone, setUndone] = useState(false);
  if (former === null || isUndone) {
    return isUndone ? t("undone", { code, name: former?.name ?? "" }) : t("done", { code, name });
  }
  return (
    <ActionForm
      action={assign}
      // The former courier had the order regardless of vehicle size.
      hidden={{ code, courier: former.id, anyway: "on" }}
      fields={{ courier: t("courier") }}
      onDone={() => setUndone(true)}
    >
      <span className="flex flex-wrap items-center justify-between gap-3">
        {t("done", { code, name })}
        <SubmitButton look={SMALL_SECONDARY}>{t("undo")}</SubmitButton>
      </span>
    </ActionForm>
  );
}
