"use client";

import { useTranslations } from "next-intl";
import { LanguageSwitch } from "@/components/courier/language-switch";

/** Says that there is no way in without a valid personal link. */
export function LinkInvalid() {
  const t = useTranslations("courier.link");
  return (
    <main className="mx-auto max-w-xl px-5 py-16">
      <h1 className="text-2xl font-semibold leading-tight">{t("title")}</h1>
      <p className="mt-4">{t("text")}</p>
      <div className="mt-10">
        <LanguageSwitch />
      </div>
    </main>
  );
}
