"use client";

import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import type { OrderSheet } from "@/components/orders/order-sheet";
import { AdditionalMessages } from "@/components/ui/more-words";
import type { Locale } from "@/lib/locale/locale";

const WORDS = {
  en: () => import("@/components/order/words-en"),
  ru: () => import("@/components/order/words-ru"),
};

type Props = ComponentProps<typeof OrderSheet>;

/** Loads the sheet with its texts, which the list's own page leaves out. */
export async function loadSheet(locale: Locale) {
  const [{ OrderSheet }, { WORDS: words }] = await Promise.all([
    import("@/components/orders/order-sheet"),
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
