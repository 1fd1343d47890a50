"use client";

import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import type { OrderSheet } from "@/components/orders/list/order-sheet";
import { AdditionalMessages } from "@/components/ui/additional-messages";
import type { Locale } from "@/lib/locale/locale";

const WORDS = {
  en: () => import("@/components/orders/detail/words-en"),
  ru: () => import("@/components/orders/detail/words-ru"),
};

type Props = ComponentProps<typeof OrderSheet>;

/** Loads the sheet with its texts, which the list's own page leaves out. */
export async function loadSheet(locale: Locale) {
  const [{ OrderSheet }, { WORDS: words }] = await Promise.all([
    import("@/components/orders/list/order-sheet"),
    WORDS[locale](),
  ]);
  return (props: Props) => (
    <AdditionalMessages words={words}>
      <OrderSheet {...props} />
    </AdditionalMessages>
  );
}

const loading = () => <aside className="hidden w-109 shrink-0 border-l border-line lg:block print:hidden" />;

const SHEETS = {
  en: dynamic(() => loadSheet("en"), { loading }),
  ru: dynamic(() => loadSheet("ru"), { loading }),
};

export function LazySheet(props: Props) {
  const Sheet = SHEETS[props.locale];
  return <Sheet {...props} />;
}
