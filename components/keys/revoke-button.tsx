"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm";
import { TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { DANGER, SMALL_DANGER } from "@/components/ui/styles";

/** Revokes a key, once its name or its last characters have been typed. */
export function RevokeButton({
  id,
  name,
  lastFour,
  describedBy,
  revoke,
}: {
  id: string;
  name: string;
  lastFour: string;
  describedBy: string;
  revoke: FormAction;
}) {
  const t = useTranslations("keys.revoke");
  return (
    <ConfirmButton
      action={revoke}
      hidden={{ id }}
      fields={{ confirmation: t("confirmation") }}
      label={t("open")}
      title={t("title", { name })}
      text={t("text")}
      confirm={t("submit")}
      look={SMALL_DANGER}
      confirmLook={DANGER}
      describedBy={describedBy}
    >
      <TextField name="confirmation" label={t("confirmation")} hint={t("hint", { name, lastFour })} />
    </ConfirmButton>
  );
}
