"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Chevron } from "@/components/orders/detail/section";
import { CodeBox } from "@/components/ui/code-box";
import { CopyField } from "@/components/ui/copy-field";
import { FirstFieldFocus } from "@/components/ui/first-field-focus";
import {
  ActionForm,
  CheckboxField,
  SubmitButton,
  TextAreaField,
  TextField,
  useField,
} from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { LINK, PRIMARY } from "@/components/ui/styles";
import { eventKey } from "@/components/webhooks/event-key";
import type { Mode } from "@/lib/account-scope";
import { withMode } from "@/lib/http/mode";

export interface NewEndpoint {
  readonly id: string;
  readonly secret: string;
}

interface FieldsProps {
  /** `headers` has one name per line. */
  readonly initial: Readonly<Record<"url" | "description" | "headers", string>> & {
    readonly eventTypes: readonly string[];
  };
  readonly types: readonly string[];
  readonly examples: Readonly<Record<string, string>>;
}

function Fields({ initial, types, examples }: FieldsProps) {
  const t = useTranslations("webhooks");
  const { id, problem, problemId } = useField("eventTypes");
  return (
    <div className="space-y-5">
      <TextField name="url" label={t("fields.url")} hint={t("fields.url_hint")} initial={initial.url} />
      <TextField
        name="description"
        label={t("fields.description")}
        isOptional
        initial={initial.description}
      />
      <fieldset
        id={id}
        tabIndex={-1}
        className="min-w-0"
        aria-describedby={problem === null ? undefined : problemId}
      >
        <legend className="text-sm font-medium">{t("fields.event_types")}</legend>
        {problem !== null && (
          <p id={problemId} className="mt-1 text-sm text-bad">
            {problem}
          </p>
        )}
        <ul className="mt-2 border-t border-line">
          {types.map((type) => (
            <li key={type} className="border-b border-line py-1">
              <CheckboxField
                name={`event:${type}`}
                label={`${t(`events.${eventKey(type)}`)} · ${type}`}
                initial={initial.eventTypes.includes(type)}
              />
              <details className="ml-8 text-sm">
                <summary className="summary min-h-6 gap-1 text-xs text-soft hover:text-ink">
                  <Chevron />
                  {t("example")}
                  <span className="sr-only"> {type}</span>
                </summary>
                <div className="my-2 space-y-2">
                  <CodeBox label={`${t("example")} ${type}`} text={examples[type] ?? ""} />
                  <Link href="/docs/webhooks" className={`${LINK} inline-block min-h-6 text-xs`}>
                    {t("schema")}
                  </Link>
                </div>
              </details>
            </li>
          ))}
        </ul>
      </fieldset>
      <TextAreaField
        name="headers"
        label={t("fields.headers")}
        hint={t("fields.headers_hint")}
        isOptional
        isCode
        initial={initial.headers}
      />
    </div>
  );
}

function useLabels() {
  const t = useTranslations("webhooks.fields");
  return {
    url: t("url"),
    description: t("description"),
    eventTypes: t("event_types"),
    headers: t("headers"),
  };
}

interface FormProps extends FieldsProps {
  readonly mode: Mode;
}

export function NewEndpointForm(props: FormProps & { add: FormAction<NewEndpoint> }) {
  const { add, mode, ...fields } = props;
  const t = useTranslations("webhooks");
  const [made, setMade] = useState<NewEndpoint | null>(null);
  const labels = useLabels();
  if (made !== null) {
    return (
      <section aria-labelledby="made" className="max-w-2xl">
        <h2 id="made" className="type-heading">
          {t("made.heading")}
        </h2>
        <p className="mt-2 mb-4 text-sm text-soft">{t("made.text")}</p>
        <dl>
          <CopyField label={t("secret.label")} value={made.secret} />
        </dl>
        <p className="mt-5">
          <Link href={withMode(`/dashboard/webhooks/${made.id}`, mode)} className={PRIMARY}>
            {t("made.open")}
          </Link>
        </p>
      </section>
    );
  }
  return (
    <ActionForm
      action={add}
      hidden={{ mode }}
      fields={labels}
      onDone={({ result }) => setMade(result)}
      className="max-w-2xl"
    >
      <FirstFieldFocus />
      <Fields {...fields} />
      <div className="mt-5">
        <SubmitButton>{t("add")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

export function EditEndpointForm(props: FormProps & { edit: FormAction; id: string }) {
  const { edit, id, mode, ...fields } = props;
  const t = useTranslations("webhooks");
  const uiForm = useTranslations("ui.form");
  const labels = useLabels();
  return (
    <ActionForm
      key={JSON.stringify(fields.initial)}
      action={edit}
      hidden={{ id, mode }}
      fields={labels}
      done={() => <p className="mt-3 text-sm text-delivered">{uiForm("saved")}</p>}
    >
      <Fields {...fields} />
      <div className="mt-5">
        <SubmitButton>{t("save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
