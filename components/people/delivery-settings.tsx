"use client";

import { useTranslations } from "next-intl";
import { useRubles } from "@/components/order/use-rubles";
import { ActionForm, CheckField, ChoiceField, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { type DeliverySettings, UNANSWERED_ACTIONS } from "@/lib/accounts/delivery-settings";

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
  const names = ["proof_days", "waiting_minutes", "answer_minutes", "unanswered_action"] as const;
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
          <CheckField name="proof_photo" label={t("proof_photo")} initial={settings.proofPhoto} />
          <CheckField name="proof_code" label={t("proof_code")} initial={settings.proofCode} />
          <CheckField name="proof_signature" label={t("proof_signature")} initial={settings.proofSignature} />
        </fieldset>
        <TextField
          name="proof_days"
          label={t("proof_days")}
          hint={t("proof_days_hint")}
          initial={String(settings.proofDays)}
          suffix={t("days")}
          inputMode="numeric"
        />
        <TextField
          name="waiting_minutes"
          label={t("waiting_minutes")}
          hint={t("waiting_minutes_hint")}
          initial={String(settings.waitingMinutes)}
          suffix={t("minutes")}
          inputMode="numeric"
        />
        <TextField
          name="answer_minutes"
          label={t("answer_minutes")}
          hint={t("answer_minutes_hint")}
          initial={String(settings.answerMinutes)}
          suffix={t("minutes")}
          inputMode="numeric"
        />
        <ChoiceField
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
        </ChoiceField>
        <fieldset>
          <legend className="text-sm font-medium">{t("recipient_decides")}</legend>
          <CheckField
            name="recipient_decides"
            label={t("recipient_decides_label")}
            initial={settings.recipientDecides}
          />
          <p className="text-xs text-soft">
            {t("recipient_decides_hint")} {cost}
          </p>
        </fieldset>
      </div>
      <div className="mt-4">
        <SubmitButton>{t("save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

export function DeliveryFacts({ settings }: { settings: DeliverySettings }) {
  const t = useTranslations("people.settings");
  const asked = [
    settings.proofPhoto ? t("proof_photo") : null,
    settings.proofCode ? t("proof_code") : null,
    settings.proofSignature ? t("proof_signature") : null,
  ].filter((one) => one !== null);
  const minutes = (count: number) => `${count} ${t("minutes")}`;
  const facts = [
    [t("proof"), asked.length === 0 ? t("proof_none") : asked.join(", ")],
    [t("proof_days"), `${settings.proofDays} ${t("days")}`],
    [t("waiting_minutes"), minutes(settings.waitingMinutes)],
    [t("answer_minutes"), minutes(settings.answerMinutes)],
    [t("unanswered_action"), t(`unanswered.${settings.unansweredAction}`)],
    [t("recipient_decides"), t(settings.recipientDecides ? "recipient_decides_label" : "recipient_asks")],
  ] as const;
  return (
    <>
      <dl className="grid gap-4 text-sm sm:grid-cols-2">
        {facts.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-xs text-soft">{term}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-xs text-soft">{t("owners_change")}</p>
    </>
  );
}
