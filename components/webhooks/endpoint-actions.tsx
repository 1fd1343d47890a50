"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { CopyField } from "@/components/ui/copy-field";
import { ActionForm, SelectField, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";
import { eventKey } from "@/components/webhooks/event-key";
import type { Mode } from "@/lib/account-scope";

interface EndpointProps {
  readonly id: string;
  readonly mode: Mode;
}

export function EndpointSwitches(
  props: EndpointProps & { isOn: boolean; switchOn: FormAction; remove: FormAction },
) {
  const { id, mode, isOn, switchOn, remove } = props;
  const t = useTranslations("webhooks");
  const change = isOn ? "pause" : "resume";
  return (
    <>
      <ConfirmButton
        action={switchOn}
        hidden={{ id, mode, enable: String(!isOn) }}
        label={t(`${change}.label`)}
        title={t(`${change}.title`)}
        text={t(`${change}.text`)}
        look={isOn ? SECONDARY : PRIMARY}
        {...(isOn
          ? { undo: { text: t("pause.done"), action: switchOn, hidden: { id, mode, enable: "true" } } }
          : {})}
      />
      <ConfirmButton
        action={remove}
        hidden={{ id, mode }}
        label={t("remove.label")}
        title={t("remove.title")}
        text={t("remove.text")}
        isDangerous
      />
    </>
  );
}

export function SecretActions(
  props: EndpointProps & { reveal: FormAction<string>; rotate: FormAction<string> },
) {
  const { id, mode, reveal, rotate } = props;
  const t = useTranslations("webhooks.secret");
  const shown = (secret: string | null) =>
    secret === null ? null : (
      <dl>
        <CopyField label={t("label")} value={secret} />
      </dl>
    );
  return (
    <div className="flex flex-wrap gap-3">
      <ConfirmButton
        action={reveal}
        hidden={{ id, mode }}
        fields={{ password: t("password") }}
        label={t("reveal")}
        title={t("reveal_title")}
        text={t("reveal_text")}
        result={({ result }) => ({ title: t("label"), body: shown(result) })}
      >
        <TextField name="password" type="password" autoComplete="current-password" label={t("password")} />
      </ConfirmButton>
      <ConfirmButton
        action={rotate}
        hidden={{ id, mode }}
        label={t("rotate")}
        title={t("rotate_title")}
        text={t("rotate_text")}
        result={({ result }) => ({
          title: t("rotated_title"),
          body: (
            <>
              <p className="mb-4 text-sm">{t("rotated")}</p>
              {shown(result)}
            </>
          ),
        })}
      />
    </div>
  );
}

export function SendActions(
  props: EndpointProps & { types: readonly string[]; sendTest: FormAction; replayMissed: FormAction },
) {
  const { id, mode, types, sendTest, replayMissed } = props;
  const t = useTranslations("webhooks");
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <ActionForm
        action={sendTest}
        hidden={{ id, mode }}
        done={({ subject }) => (
          <p className="mt-2 text-sm text-delivered">{t("test.sent", { type: subject })}</p>
        )}
      >
        <SelectField name="type" label={t("test.label")} initial="webhook.test">
          {types.map((type) => (
            <option key={type} value={type}>
              {t(`events.${eventKey(type)}`)}
            </option>
          ))}
        </SelectField>
        <div className="mt-3">
          <SubmitButton look={SECONDARY}>{t("test.send")}</SubmitButton>
        </div>
      </ActionForm>
      <div>
        <p className="mb-2 text-sm font-medium">{t("missed.label")}</p>
        <ConfirmButton
          action={replayMissed}
          hidden={{ id, mode }}
          label={t("missed.send")}
          title={t("missed.title")}
          text={t("missed.text")}
          result={({ subject }) => ({ title: t("missed.sent", { count: Number(subject) }), body: null })}
        >
          <SelectField name="hours" label={t("missed.label")} initial="24">
            {(["1", "24", "168", "720"] as const).map((hours) => (
              <option key={hours} value={hours}>
                {t(`missed.hours_${hours}`)}
              </option>
            ))}
          </SelectField>
        </ConfirmButton>
      </div>
    </div>
  );
}

export function ReplayButton(props: EndpointProps & { delivery: string; replay: FormAction }) {
  const { id, mode, delivery, replay } = props;
  const t = useTranslations("webhooks.replay");
  return (
    <ConfirmButton
      action={replay}
      hidden={{ id, mode, delivery }}
      label={t("label")}
      title={t("title")}
      text={t("text")}
    />
  );
}
