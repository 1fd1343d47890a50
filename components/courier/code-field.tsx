"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";

const LENGTH = 6;

export const CODE_FIELD = "proof-code";

export function CodeField(props: {
  code: string;
  triesLeft: number;
  isAgain: boolean;
  onChange: (code: string) => void;
}) {
  const { code, triesLeft, isAgain, onChange } = props;
  const t = useTranslations("courier.proof");
  const hint = useId();
  return (
    <div>
      <label htmlFor={CODE_FIELD} className="font-semibold">
        {t("code")}
      </label>
      <p id={hint} className={isAgain ? "font-semibold text-bad" : "text-soft"}>
        {isAgain ? t("codeWrong", { count: triesLeft }) : t("codeHint")}
      </p>
      <input
        id={CODE_FIELD}
        value={code}
        aria-describedby={hint}
        aria-invalid={isAgain && code === ""}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        placeholder="000000"
        onChange={({ currentTarget }) => {
          const typed = currentTarget.value.replace(/\D/g, "").slice(0, LENGTH);
          onChange(typed);
          // Closes the keyboard, which covers the next step.
          if (typed.length === LENGTH) currentTarget.blur();
        }}
        className="mt-2 h-20 w-full rounded-xl border-2 border-field-line bg-surface text-center font-mono text-4xl font-semibold tracking-[0.2em] tabular-nums placeholder:text-field-line"
      />
    </div>
  );
}
