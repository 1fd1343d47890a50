"use client";

import { useSyncExternalStore } from "react";
import { asTheme, THEME_COOKIE, type Theme } from "@/lib/pages/theme";

const YEAR_SECONDS = 31_536_000;

const bearer = (): HTMLElement | null => document.querySelector<HTMLElement>("[data-theme]");

export function chooseTheme(theme: Theme): void {
  const element = bearer();
  if (element !== null) element.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore needs TLS, and not all browsers have it
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

function follow(onChange: () => void): () => void {
  const element = bearer();
  if (element === null) return () => {};
  const observer = new MutationObserver(onChange);
  observer.observe(element, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

export function useTheme(): Theme | null {
  return useSyncExternalStore(
    follow,
    () => asTheme(bearer()?.dataset.theme),
    () => null,
  );
}
