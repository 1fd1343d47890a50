"use client";

import { useTranslations } from "next-intl";
import { PRIMARY } from "@/components/ui/styles";

/** What stands in place of a page that could not be put together. */
export function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations("ui.error");
  return (
    <main id="main" className="mx-auto max-w-xl px-4 py-20">
      <h1 className="text-2xl font-semibold tracking-tight">{t("heading")}</h1>
      <p className="mt-3 text-soft">{t("text")}</p>
      {error.digest !== undefined && <p className="mt-3 font-mono text-xs text-soft">{error.digest}</p>}
      <button type="button" onClick={reset} className={`${PRIMARY} mt-6`}>
        {t("again")}
      </button>
    </main>
  );
}
