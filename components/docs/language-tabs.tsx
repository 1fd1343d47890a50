"use client";

import { useTranslations } from "next-intl";
import { CodePanel, PANEL_TAB } from "@/components/docs/code-panel";
import { CopyCode } from "@/components/docs/copy-code";
import { chooseLanguage, useLanguage } from "@/components/docs/language-choice";
import { LANGUAGES, type LanguageId, type SampleRequest, sample } from "@/lib/reference/samples";

/** A call in each of the languages, one at a time. */
export function LanguageTabs({ request, initial }: { request: SampleRequest; initial: LanguageId }) {
  const t = useTranslations("try");
  const language = useLanguage(initial);
  const code = sample(language, request);
  const step = (by: number) => {
    const place = LANGUAGES.findIndex(({ id }) => id === language);
    const next = LANGUAGES[(place + by + LANGUAGES.length) % LANGUAGES.length];
    if (next === undefined) return;
    chooseLanguage(next.id);
    document.getElementById(`language-${next.id}`)?.focus();
  };
  const label = LANGUAGES.find(({ id }) => id === language)?.label ?? "";
  return (
    <CodePanel
      label={t("request_in", { language: label })}
      code={code}
      bar={
        <>
          <div role="tablist" aria-label={t("language")} className="flex flex-wrap gap-0.5">
            {LANGUAGES.map((one) => (
              <button
                key={one.id}
                id={`language-${one.id}`}
                type="button"
                role="tab"
                aria-selected={one.id === language}
                tabIndex={one.id === language ? 0 : -1}
                className={PANEL_TAB}
                onClick={() => chooseLanguage(one.id)}
                onKeyDown={({ key }) => {
                  if (key === "ArrowRight") step(1);
                  if (key === "ArrowLeft") step(-1);
                }}
              >
                {one.label}
              </button>
            ))}
          </div>
          <CopyCode text={code} />
        </>
      }
    />
  );
}
