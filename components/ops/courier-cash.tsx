"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm";
import { TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";

interface Props {
  id: string;
  name: string;
  /** The id of the element that names the courier. */
  nameId: string;
  /** In RUB. */
  balance: string;
  issue: FormAction;
  takeIn: FormAction;
}

export function CourierCash({ id, name, nameId, balance, issue, takeIn }: Props) {
  const t = useTranslations("ops.cash");
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmButton
        action={issue}
        hidden={{ id }}
        fields={{ amount: t("amount") }}
        label={t("issue")}
        title={t("issue_title", { name })}
        text={t("issue_text")}
        describedBy={nameId}
      >
        <TextField name="amount" label={t("amount")} inputMode="decimal" suffix="₽" />
      </ConfirmButton>
      {Number(balance) > 0 && (
        <ConfirmButton
          action={takeIn}
          hidden={{ id }}
          fields={{ amount: t("amount") }}
          label={t("take_in")}
          title={t("take_in_title", { name })}
          text={t("take_in_text")}
          describedBy={nameId}
        >
          <TextField name="amount" label={t("amount")} initial={balance} inputMode="decimal" suffix="₽" />
        </ConfirmButton>
      )}
    </div>
  );
}
