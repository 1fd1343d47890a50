"use client";

import { useSyncExternalStore } from "react";
import { LANGUAGE_COOKIE } from "@/components/docs/language-cookie";
import { LANGUAGES, type LanguageId } from "@/lib/reference/samples";

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

export function chooseLanguage(language: LanguageId): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari of last year.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  hear(language);
  channel?.postMessage(language);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLanguage(initial: LanguageId): LanguageId {
  return useSyncExternalStore(
    subscribe,
    () => chosen ?? initial,
    () => initial,
  );
}
