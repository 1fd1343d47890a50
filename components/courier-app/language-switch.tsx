"use client";

import { useTranslations } from "next-intl";
import { useLanguage } from "@/components/ui/use-language";
import { LOCALES } from "@/lib/locale/locale";

// Each language is named in itself, so that its readers recognize it.
const NAMES = { ru: "Русский", en: "English" } as const;

export function LanguageSwitch() {
  const t = useTranslations("courier");
  const current = useLanguage();
  return (
    <nav aria-label={t("language")} className="flex flex-wrap gap-2">
      {LOCALES.map((locale) => (
        <a
          key={locale}
          href={`/courier?lang=${locale}`}
          hrefLang={locale}
          lang={locale}
          aria-current={locale === current ? "true" : undefined}
          className="inline-flex min-h-14 items-center rounded-xl px-[min(1rem,5vw)] text-soft underline underline-offset-4 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
        >
          {NAMES[locale]}
        </a>
      ))}
    </nav>
  );
}
