"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { chooseTheme, useTheme } from "@/components/palette/use-theme";
import { THEMES } from "@/lib/pages/theme";

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
