"use client";

import { useTranslations } from "next-intl";

/** Replaces the app when it fails to render. Unsent actions and fixes stay on the phone. */
export default function CourierErrorPage() {
  const t = useTranslations("courier.broken");
  return (
    <main className="mx-auto grid max-w-xl justify-items-start gap-4 px-5 py-16">
      <h1 className="type-title">{t("title")}</h1>
      <p>{t("text")}</p>
      <button
        type="button"
        onClick={() => location.assign("/courier")}
        className="min-h-14 rounded-xl bg-fir px-6 font-semibold text-on-fir"
      >
        {t("again")}
      </button>
    </main>
  );
}
