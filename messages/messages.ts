import type { Locale } from "@/lib/locale/locale";
import enCommon from "@/messages/en/common.json";
import enCourier from "@/messages/en/courier.json";
import ruCommon from "@/messages/ru/common.json";
import ruCourier from "@/messages/ru/courier.json";

/** Every word of the pages, by language and then by page. Both languages have the same keys, which the types hold. */
export const MESSAGES = {
  ru: { common: ruCommon, courier: ruCourier },
  en: { common: enCommon, courier: enCourier },
} satisfies Record<Locale, { common: typeof ruCommon; courier: typeof ruCourier }>;
