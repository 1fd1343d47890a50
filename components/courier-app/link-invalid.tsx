"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId } from "react";
import { deleteAllFixes, saveState } from "@/components/courier-app/app-store";
import { LanguageSwitch } from "@/components/courier-app/language-switch";
import { linkSecret } from "@/lib/courier-app/contact-link";

/** Accepts a pasted link, because a web app on the iPhone's home screen cannot open links from a message. */
export function LinkInvalid() {
  const t = useTranslations("courier.link");
  const field = useId();
  useEffect(() => {
    // Removes the orders of a courier whose link was revoked from the phone.
    void saveState(null);
    void deleteAllFixes();
  }, []);
  return (
    <main className="mx-auto max-w-xl px-5 py-16">
      <h1 className="type-title">{t("title")}</h1>
      <p className="mt-4">{t("text")}</p>
      <form
        className="mt-8 grid gap-3"
        action={(data) => {
          const secret = linkSecret(String(data.get("link")));
          location.assign(`/courier/enter/${encodeURIComponent(secret)}`);
        }}
      >
        <label htmlFor={field} className="font-semibold">
          {t("paste")}
        </label>
        <input
          id={field}
          name="link"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="min-h-14 w-full rounded-xl border-2 border-field-line bg-surface px-4"
        />
        <button type="submit" className="min-h-14 rounded-xl bg-fir px-4 font-semibold text-on-fir">
          {t("open")}
        </button>
      </form>
      <div className="mt-8">
        <LanguageSwitch />
      </div>
    </main>
  );
}
