import type { Locale } from "@/lib/locale/locale";
import enCommon from "@/messages/en/common.json";
import enTracking from "@/messages/en/tracking.json";
import ruCommon from "@/messages/ru/common.json";
import ruTracking from "@/messages/ru/tracking.json";

/** Every word of the pages, by language and then by page. Both languages have the same keys, which the types hold. */
export const MESSAGES = {
  ru: { common: ruCommon, tracking: ruTracking },
  en: { common: enCommon, tracking: enTracking },
} satisfies Record<Locale, { common: typeof ruCommon; tracking: typeof ruTracking }>;
