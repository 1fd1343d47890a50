"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Disclosure } from "@/components/orders/detail/section";
import {
  ActionForm,
  CheckboxField,
  SelectField,
  SubmitButton,
  TextAreaField,
  TextField,
  useField,
} from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import type { MessageSettings } from "@/lib/accounts/update-account";
import { LOCALES, type Locale } from "@/lib/locale/locale";
import { countSegments } from "@/lib/tracking/messages/count-segments";
import { MESSAGE_KINDS, type MessageKind } from "@/lib/tracking/messages/message";
import { ALLOWED, MAX_SEGMENTS, renderText, type TextValues } from "@/lib/tracking/messages/message-text";

type ByLocale<Value> = Readonly<Record<Locale, Value>>;

interface Texts {
  readonly texts: ByLocale<Readonly<Record<string, string>>>;
  readonly values: ByLocale<TextValues>;
}

interface Props extends Texts {
  readonly action: FormAction;
  readonly settings: Pick<MessageSettings, "messageKinds" | "messageLocale" | "messageCap">;
  readonly quiet: { readonly from: string; readonly until: string };
}

const textName = (locale: Locale, kind: MessageKind) => `text_${locale}_${kind}`;

export function MessageSettingsForm({ action, settings, quiet, ...texts }: Props) {
  const t = useTranslations("recipient");
  const names = ["quiet_from", "quiet_until", "message_cap"] as const;
  const fields = Object.fromEntries([
    ...names.map((name) => [name, t(`settings.${name}`)]),
    ...LOCALES.flatMap((locale) =>
      MESSAGE_KINDS.map((kind) => [
        textName(locale, kind),
        `${t(`kinds.${kind}`)}, ${t(`settings.${locale}`)}`,
      ]),
    ),
  ]);
  return (
    <ActionForm
      action={action}
      fields={fields}
      done={() => <p className="mt-3 text-sm text-delivered">{t("settings.saved")}</p>}
    >
      <fieldset>
        <legend className="mb-2 text-sm font-medium">{t("settings.kinds")}</legend>
        <ul className="border-t border-line">
          {MESSAGE_KINDS.map((kind) => (
            <li key={kind} className="border-b border-line py-1.5">
              <CheckboxField
                name={`kind_${kind}`}
                label={t(`kinds.${kind}`)}
                initial={settings.messageKinds.includes(kind)}
              />
              <p className="pl-8 text-xs text-soft">{t(`kind_hints.${kind}`)}</p>
              <KindTexts kind={kind} {...texts} />
            </li>
          ))}
        </ul>
      </fieldset>
      <div className="mt-6 max-w-lg space-y-4">
        <SelectField
          name="message_locale"
          label={t("settings.locale")}
          hint={t("settings.locale_hint")}
          initial={settings.messageLocale}
        >
          {LOCALES.map((one) => (
            <option key={one} value={one}>
              {t(`settings.locales.${one}`)}
            </option>
          ))}
        </SelectField>
        <div>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField name="quiet_from" label={t("settings.quiet_from")} initial={quiet.from} />
            <TextField name="quiet_until" label={t("settings.quiet_until")} initial={quiet.until} />
          </div>
          <p className="mt-1 text-xs text-soft">{t("settings.quiet_hint")}</p>
        </div>
        <TextField
          name="message_cap"
          label={t("settings.message_cap")}
          initial={String(settings.messageCap)}
          inputMode="numeric"
        />
      </div>
      <div className="mt-5">
        <SubmitButton>{t("settings.save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

function KindTexts({ kind, texts, values }: Texts & { kind: MessageKind }) {
  const t = useTranslations("recipient.settings");
  const problems = [useField(textName("ru", kind)).problem, useField(textName("en", kind)).problem];
  const isWrong = problems.some((problem) => problem !== null);
  const names = ALLOWED[kind].map((name) => `{${name}}`).join(", ");
  return (
    <div className="pl-8">
      <Disclosure summary={t("texts")} isOpen={isWrong}>
        <div className="grid gap-5 pb-3 md:grid-cols-2">
          {LOCALES.map((locale) => (
            <KindText
              key={locale}
              name={textName(locale, kind)}
              label={t(locale)}
              initial={texts[locale][kind] ?? ""}
              values={values[locale]}
            />
          ))}
        </div>
        <p className="pb-3 text-xs text-soft">{t("placeholders", { names })}</p>
      </Disclosure>
    </div>
  );
}

function KindText(props: { name: string; label: string; initial: string; values: TextValues }) {
  const { name, label, initial, values } = props;
  const t = useTranslations("recipient.settings");
  const [typed, setTyped] = useState(initial);
  const shown = renderText(typed, values);
  const { segments, length } = countSegments(shown);
  return (
    <div>
      <TextAreaField
        name={name}
        label={label}
        control={{ value: typed, onChange: ({ target }) => setTyped(target.value) }}
      />
      <section aria-label={t("preview")} className="mt-2">
        <p className="rounded-lg bg-ground px-3 py-2 text-sm wrap-anywhere">{shown}</p>
        <p className={`mt-1 text-xs tabular-nums ${segments > MAX_SEGMENTS ? "text-bad" : "text-soft"}`}>
          {t("segments", { segments, length })}
        </p>
      </section>
    </div>
  );
}
