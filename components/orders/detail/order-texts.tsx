"use client";

import dynamic from "next/dynamic";
import type { PropsWithChildren } from "react";
import { AdditionalMessages } from "@/components/ui/additional-messages";
import type { Locale } from "@/lib/locale/locale";

const provide =
  ({ WORDS }: typeof import("@/components/orders/detail/words-en")) =>
  ({ children }: PropsWithChildren) => <AdditionalMessages words={WORDS}>{children}</AdditionalMessages>;

const TEXTS = {
  en: dynamic(() => import("@/components/orders/detail/words-en").then(provide)),
  ru: dynamic(() => import("@/components/orders/detail/words-ru").then(provide)),
};

/** Provides the texts of the reader's language from a script, which a browser keeps, and not in each page. */
export function OrderTexts({ locale, children }: PropsWithChildren<{ locale: Locale }>) {
  const Texts = TEXTS[locale];
  return <Texts>{children}</Texts>;
}
