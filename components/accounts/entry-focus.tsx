"use client";

import { NextIntlClientProvider, useLocale } from "next-intl";
import { Island } from "@/components/site/island";

/** Focuses the first field of a form whose HTML React does not hydrate. */
export function EntryFocus() {
  return (
    // The island's HTML would contain all messages of the page.
    <NextIntlClientProvider locale={useLocale()} messages={{}}>
      <Island name="FirstFieldFocus" props={{}} />
    </NextIntlClientProvider>
  );
}
