"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { shownValue, type TryDraft } from "@/components/docs/try-state";
import type { ExamplePlace } from "@/lib/reference/example-places";
import type { TryInput } from "@/lib/reference/try-form";

const FIELD =
  "block min-h-11 w-full min-w-0 rounded-lg border border-field-line bg-surface px-3 text-base sm:min-h-9 sm:text-[0.8125rem]";

export function TryField(props: {
  input: TryInput;
  draft: TryDraft;
  places: readonly ExamplePlace[];
  onChange: (value: string) => void;
}) {
  const { input, draft, places, onChange } = props;
  const t = useTranslations("try");
  const id = useId();
  const value = shownValue(draft, input, places);
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
