"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { parseTheme, THEME_COOKIE, THEMES, type Theme } from "@/lib/http/theme";

export const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

export function ThemeSwitch() {
  const t = useTranslations("dashboard.theme");
  const chosen = useTheme();
  return (
    <ul aria-label={t("label")} className="flex">
      {THEMES.map((theme) => {
        const Icon = THEME_ICONS[theme];
        return (
          <li key={theme}>
            <button
              type="button"
              onClick={() => chooseTheme(theme)}
              aria-pressed={theme === chosen}
              aria-label={t(theme)}
              title={t(theme)}
              className="flex min-h-11 min-w-9 lg:min-h-9 lg:min-w-8 cursor-pointer items-center justify-center rounded-lg text-soft hover:text-ink aria-pressed:text-ink aria-pressed:underline"
            >
              <Icon aria-hidden="true" className={`size-4 ${theme === chosen ? "stroke-[2.75]" : ""}`} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

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

const useTheme = (): Theme | null =>
  useSyncExternalStore(
    follow,
    () => parseTheme(bearer()?.dataset.theme),
    () => null,
  );
