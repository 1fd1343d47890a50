"use client";

import { useTranslations } from "next-intl";
import { CodePanel, PANEL_TAB } from "@/components/docs/code-panel";
import { CopyCode } from "@/components/docs/copy-code";
import { LANGUAGE_COOKIE } from "@/components/docs/language-cookie";
import { createSharedValue } from "@/components/ui/create-shared-value";
import { Tabs } from "@/components/ui/tabs";
import { LANGUAGES, type LanguageId, type SampleRequest, sample } from "@/lib/docs/samples";

export function LanguageTabs({ request, initial }: { request: SampleRequest; initial: LanguageId }) {
  const t = useTranslations("try");
  const language = chosen.useValue() ?? initial;
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

const YEAR_SECONDS = 31_536_000;

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(LANGUAGE_COOKIE);
const chosen = createSharedValue<LanguageId | null>(null);

channel?.addEventListener("message", ({ data }) => {
  const known = LANGUAGES.find(({ id }) => id === data);
  if (known !== undefined) chosen.set(known.id);
});

function chooseLanguage(language: LanguageId): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari of last year.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  chosen.set(language);
  channel?.postMessage(language);
}
