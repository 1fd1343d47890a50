"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm";
import { ActionForm, CheckField, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { CARD, PRIMARY } from "@/components/ui/styles";

interface Props {
  id: string;
  name: string;
  isDisabled: boolean;
  isCustomer: boolean;
  rateLimit: number | null;
  change: FormAction;
  switchAccess: FormAction;
}

export function AccountActions({ id, name, isDisabled, isCustomer, rateLimit, change, switchAccess }: Props) {
  const t = useTranslations("ops.accounts");
  return (
    <div className="grid max-w-4xl gap-5 lg:grid-cols-2">
      <section aria-labelledby="settings" className={`${CARD} p-5`}>
        <h2 id="settings" className="mb-4 type-heading">
          {t("settings")}
        </h2>
        <ActionForm
          // Remounts the fields with the stored values.
          key={`${isCustomer} ${rateLimit}`}
          action={change}
          hidden={{ id }}
          fields={{ rate_limit: t("fields.rate_limit") }}
          done={() => <p className="mt-3 text-sm text-delivered">{t("saved")}</p>}
        >
          <TextField
            name="rate_limit"
            inputMode="numeric"
            label={t("fields.rate_limit")}
            hint={t("rate_limit_hint")}
            initial={rateLimit === null ? "" : String(rateLimit)}
          />
          <div className="mt-2">
            <CheckField name="customer" label={t("fields.customer")} initial={isCustomer} />
          </div>
          <div className="mt-4">
            <SubmitButton>{t("save")}</SubmitButton>
          </div>
        </ActionForm>
      </section>
      <section aria-labelledby="access" className={`${CARD} p-5`}>
        <h2 id="access" className="mb-2 type-heading">
          {t("access")}
        </h2>
        <p className="mb-4 text-sm text-soft">{t(isDisabled ? "access_disabled" : "access_enabled")}</p>
        <ConfirmButton
          action={switchAccess}
          hidden={{ id, disable: String(!isDisabled) }}
          label={t(isDisabled ? "enable" : "disable")}
          title={t(isDisabled ? "enable_title" : "disable_title", { name })}
          text={t(isDisabled ? "enable_text" : "disable_text")}
          {...(isDisabled ? { look: PRIMARY } : { isDangerous: true })}
        />
      </section>
    </div>
  );
}
