"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { CodePanel, PANEL_TAB } from "@/components/docs/code-panel";
import { CopyCode } from "@/components/docs/copy-code";
import { LANGUAGE_COOKIE } from "@/components/docs/language-cookie";
import { Tabs } from "@/components/ui/tabs";
import { LANGUAGES, type LanguageId, type SampleRequest, sample } from "@/lib/docs/samples";

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

const YEAR_SECONDS = 31_536_000;

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(LANGUAGE_COOKIE);
const listeners = new Set<() => void>();
let chosen: LanguageId | null = null;

function hear(language: unknown): void {
  const known = LANGUAGES.find(({ id }) => id === language);
  if (known === undefined) return;
  chosen = known.id;
  for (const listener of listeners) listener();
}

channel?.addEventListener("message", ({ data }) => hear(data));

function chooseLanguage(language: LanguageId): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari of last year.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  hear(language);
  channel?.postMessage(language);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function useLanguage(initial: LanguageId): LanguageId {
  return useSyncExternalStore(
    subscribe,
    () => chosen ?? initial,
    () => initial,
  );
}
