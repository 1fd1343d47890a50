"use client";

import { FlaskConical, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import {
  changeInput,
  formatKeyEnds,
  getInputValue,
  readBody,
  type TryDraft,
  type TryReader,
  type TryRefusal,
} from "@/components/docs/try-state";
import { Chevron } from "@/components/orders/detail/section";
import { LINK, PRIMARY } from "@/components/ui/styles";
import { usePreHydrationInput } from "@/components/ui/use-pre-hydration-input";
import type { ExamplePlace } from "@/lib/docs/example-places";
import type { TryForm, TryInput } from "@/lib/docs/try-form";

export interface TryProps {
  readonly form: TryForm;
  readonly places: readonly ExamplePlace[];
  readonly reader: TryReader;
  readonly path: string;
  /** Creates the first key. */
  readonly children?: ReactNode;
}

interface Props extends TryProps {
  readonly draft: TryDraft;
  readonly isSending: boolean;
  readonly refusal: TryRefusal | null;
  readonly onChange: (draft: TryDraft) => void;
  readonly onSend: () => void;
}

const SUMMARY = "summary gap-1.5 py-1 text-sm text-soft hover:text-ink";

export function TryPanel(props: Props) {
  const { form, draft, places, reader, path, isSending, refusal, children, onChange, onSend } = props;
  const t = useTranslations("try");
  const id = useId();
  const box = usePreHydrationInput<HTMLFormElement>();
  const required = form.inputs.filter((input) => input.isRequired);
  const others = form.inputs.filter((input) => !input.isRequired);
  const isRead = draft.body === null || draft.body.trim() === "" || readBody(draft.body) !== undefined;
  const field = (input: (typeof required)[number]) => (
    <TryField
      key={`${input.in} ${input.name}`}
      input={input}
      draft={draft}
      places={places}
      onChange={(value) => onChange(changeInput(draft, input, value, places))}
    />
  );
  return (
    <section aria-labelledby={id} className="rounded-[14px] bg-surface px-4 pt-3.5 pb-4 ring-1 ring-line">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="type-heading">
          {t("heading")}
        </h2>
        {reader.kind === "ready" ? (
          <span className="inline-flex min-h-6 items-center gap-1.5 rounded-full bg-test-tint px-2 text-xs font-medium text-test">
            <FlaskConical aria-hidden="true" className="size-3.5" />
            {t("key", { ends: formatKeyEnds(reader) })}
          </span>
        ) : null}
      </div>
      <form
        ref={box}
        className="mt-2.5"
        // For submits before hydration; later `onSubmit` sends, since React resets fields after an action.
        action={onSend}
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        <div className="space-y-2">{required.map(field)}</div>
        {others.length > 0 ? (
          <details className="mt-2.5">
            <summary className={SUMMARY}>
              <Chevron />
              {t("optional", { count: others.length })}
            </summary>
            <div className="mt-1.5 space-y-2">{others.map(field)}</div>
          </details>
        ) : null}
        {draft.body === null ? null : (
          <details className="mt-1.5" open={!form.inputs.some((input) => input.in === "body")}>
            <summary className={SUMMARY}>
              <Chevron />
              {t("body")}
            </summary>
            <textarea
              aria-label={t("body")}
              aria-invalid={!isRead}
              value={draft.body}
              onChange={({ target }) => onChange({ ...draft, body: target.value })}
              rows={Math.min(14, draft.body.split("\n").length + 1)}
              spellCheck={false}
              className="mt-1.5 block w-full rounded-lg border border-field-line bg-surface px-3 py-2 font-mono text-base leading-5 aria-invalid:border-bad sm:text-[0.8125rem]"
            />
            {isRead ? null : <p className="mt-1 text-sm text-bad">{t("not_json")}</p>}
          </details>
        )}
        {reader.kind === "ready" ? (
          <div className="mt-3 flex flex-wrap items-center gap-x-2.5 gap-y-2">
            <button type="submit" aria-disabled={isSending} className={`${PRIMARY} sm:min-h-9 sm:px-3.5`}>
              <Play aria-hidden="true" className="size-4" />
              {t(isSending ? "sending" : "send")}
            </button>
            <span className="text-xs text-soft">{t("no_charge")}</span>
          </div>
        ) : null}
        <p role="status" className={refusal === null ? "" : "mt-2 text-sm text-bad"}>
          {refusal === null ? null : t(`refusals.${refusal}`)}
        </p>
      </form>
      {reader.kind === "stranger" ? (
        <div className="mt-3 flex flex-wrap items-center gap-x-2.5 gap-y-2">
          <a href={`/sign-in?next=${encodeURIComponent(path)}`} className={`${PRIMARY} sm:min-h-9 sm:px-3.5`}>
            {t("sign_in")}
          </a>
          <span className="flex-1 basis-48 text-xs text-soft">{t("why_sign_in")}</span>
        </div>
      ) : null}
      {children}
      {reader.kind === "keyless" && !reader.canMake ? (
        <p className="mt-3 text-sm text-soft">
          {t.rich("ask_owner", {
            link: (words) => (
              <a href="/dashboard/keys?mode=test" className={LINK}>
                {words}
              </a>
            ),
          })}
        </p>
      ) : null}
    </section>
  );
}

const FIELD =
  "block min-h-11 w-full min-w-0 rounded-lg border border-field-line bg-surface px-3 text-base sm:min-h-9 sm:text-[0.8125rem]";

function TryField(props: {
  input: TryInput;
  draft: TryDraft;
  places: readonly ExamplePlace[];
  onChange: (value: string) => void;
}) {
  const { input, draft, places, onChange } = props;
  const t = useTranslations("try");
  const id = useId();
  const value = getInputValue(draft, input, places);
  const isChoice = input.kind === "choice" || input.kind === "place";
  const options =
    input.kind === "place"
      ? places.map(({ street, building }, index) => ({
          value: String(index),
          text: `${street}, ${building}`,
        }))
      : input.options.map((one) => ({ value: one, text: one }));
  const empty = input.kind === "place" ? t("own_place") : "";
  return (
    <div className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[9.25rem_minmax(0,1fr)]">
      <label htmlFor={id} className="font-mono text-[0.8125rem] break-words text-soft">
        {input.name}
      </label>
      {isChoice ? (
        <select id={id} value={value} onChange={({ target }) => onChange(target.value)} className={FIELD}>
          {value === "" || !input.isRequired ? <option value="">{empty}</option> : null}
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.text}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          inputMode={input.kind === "number" ? "decimal" : undefined}
          autoComplete="off"
          spellCheck={false}
          className={FIELD}
        />
      )}
    </div>
  );
}
