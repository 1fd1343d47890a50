"use client";

import { useTranslations } from "next-intl";
import { Facts } from "@/components/accounts/settings-section";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { ActionForm, CheckboxField, SelectField, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { type DeliverySettings, UNANSWERED_ACTIONS } from "@/lib/accounts/delivery-settings";

const PROOFS = [
  ["proof_photo", "proofPhoto"],
  ["proof_code", "proofCode"],
  ["proof_signature", "proofSignature"],
] as const;

const PERIODS = [
  ["proof_days", "proofDays", "days"],
  ["waiting_minutes", "waitingMinutes", "minutes"],
  ["answer_minutes", "answerMinutes", "minutes"],
] as const;

export function DeliveryForm(props: {
  settings: DeliverySettings;
  waiting: { readonly perMinute: number; readonly freeMinutes: number };
  action: FormAction;
}) {
  const { settings, waiting, action } = props;
  const t = useTranslations("people.settings");
  const rubles = useRubles();
  const { perMinute, freeMinutes: minutes } = waiting;
  const cost =
    perMinute === 0
      ? t("recipient_decides_free")
      : t("recipient_decides_cost", { amount: rubles(perMinute), minutes });
  const names = [...PERIODS.map(([name]) => name), "unanswered_action", "recipient_window_hours"];
  return (
    <ActionForm
      action={action}
      fields={Object.fromEntries(names.map((name) => [name, t(name)]))}
      done={() => <p className="mt-3 text-sm text-delivered">{t("saved")}</p>}
    >
      <div className="space-y-4">
        <fieldset>
          <legend className="text-sm font-medium">{t("proof")}</legend>
          <p className="text-xs text-soft">{t("proof_hint")}</p>
          {PROOFS.map(([name, key]) => (
            <CheckboxField key={name} name={name} label={t(name)} initial={settings[key]} />
          ))}
        </fieldset>
        {PERIODS.map(([name, key, unit]) => (
          <TextField
            key={name}
            name={name}
            label={t(name)}
            hint={t(`${name}_hint`)}
            initial={String(settings[key])}
            suffix={t(unit)}
            inputMode="numeric"
          />
        ))}
        <SelectField
          name="unanswered_action"
          label={t("unanswered_action")}
          hint={t("unanswered_action_hint")}
          initial={settings.unansweredAction}
        >
          {UNANSWERED_ACTIONS.map((one) => (
            <option key={one} value={one}>
              {t(`unanswered.${one}`)}
            </option>
          ))}
        </SelectField>
        <fieldset>
          <legend className="text-sm font-medium">{t("direct")}</legend>
          <CheckboxField
            name="direct"
            label={t("direct_label")}
            initial={settings.deliveryMode === "direct"}
          />
          <p className="text-xs text-soft">{t("direct_hint")}</p>
        </fieldset>
        <fieldset>
          <legend className="text-sm font-medium">{t("recipient_decides")}</legend>
          <CheckboxField
            name="recipient_decides"
            label={t("recipient_decides_label")}
            initial={settings.recipientDecides}
          />
          <p className="text-xs text-soft">
            {t("recipient_decides_hint")} {cost}
          </p>
        </fieldset>
        <TextField
          name="recipient_window_hours"
          label={t("recipient_window_hours")}
          hint={t("recipient_window_hours_hint")}
          initial={settings.recipientWindowHours ?? ""}
        />
      </div>
      <div className="mt-4">
        <SubmitButton>{t("save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

export function DeliveryFacts({ settings }: { settings: DeliverySettings }) {
  const t = useTranslations("people.settings");
  const requested = PROOFS.filter(([, key]) => settings[key]).map(([name]) => t(name));
  const facts = [
    [t("proof"), requested.length === 0 ? t("proof_none") : requested.join(", ")],
    ...PERIODS.map(([name, key, unit]) => [t(name), `${settings[key]} ${t(unit)}`] as const),
    [t("unanswered_action"), t(`unanswered.${settings.unansweredAction}`)],
    [t("direct"), t(settings.deliveryMode === "direct" ? "direct_label" : "direct_shared")],
    [t("recipient_decides"), t(settings.recipientDecides ? "recipient_decides_label" : "recipient_asks")],
    [t("recipient_window_hours"), settings.recipientWindowHours ?? t("recipient_window_never")],
  ] as const;
  return (
    <>
      <Facts facts={facts} />
      <p className="mt-4 text-xs text-soft">{t("owners_change")}</p>
    </>
  );
}
