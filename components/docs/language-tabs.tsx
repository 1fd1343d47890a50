"use client";

import { useTranslations } from "next-intl";
import { CodePanel, PANEL_TAB } from "@/components/docs/code-panel";
import { CopyCode } from "@/components/docs/copy-code";
import { chooseLanguage, useLanguage } from "@/components/docs/language-choice";
import { Tabs } from "@/components/ui/tabs";
import { LANGUAGES, type LanguageId, type SampleRequest, sample } from "@/lib/reference/samples";

export function LanguageTabs({ request, initial }: { request: SampleRequest; initial: LanguageId }) {
  const t = useTranslations("try");
  const language = useLanguage(initial);
  const code = sample(language, request);
  const label = LANGUAGES.find(({ id }) => id === language)?.label ?? "";
  return (
    <CodePanel
      label={t("request_in", { language: label })}
      code={code}
      bar={
        <>
          <Tabs
            label={t("language")}
            tabs={LANGUAGES.map(({ id, label }) => ({ name: id, label }))}
            current={language}
            onChoose={chooseLanguage}
            className="flex flex-wrap gap-0.5"
            tabLook={PANEL_TAB}
          />
          <CopyCode text={code} />
        </>
      }
    />
  );
}
