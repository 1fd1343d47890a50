import type { Locale } from "@/lib/locale/locale";
import enCommon from "@/messages/en/common.json";
import ruCommon from "@/messages/ru/common.json";

/** Every word of the pages, by language and then by page. Both languages have the same keys, which the types hold. */
export const MESSAGES = {
  ru: { common: ruCommon },
  en: { common: enCommon },
} satisfies Record<Locale, { common: typeof ruCommon }>;
