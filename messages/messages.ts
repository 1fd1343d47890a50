import type { Locale } from "@/lib/locale/locale";
import enCommon from "@/messages/en/common.json";
import enCourier from "@/messages/en/courier.json";
import enTracking from "@/messages/en/tracking.json";
import ruCommon from "@/messages/ru/common.json";
import ruCourier from "@/messages/ru/courier.json";
import ruTracking from "@/messages/ru/tracking.json";

const ru = { common: ruCommon, courier: ruCourier, tracking: ruTracking };

/** Every word of the pages, by language and then by page. Both languages have the same keys, which the types hold. */
export const MESSAGES = {
  ru,
  en: { common: enCommon, courier: enCourier, tracking: enTracking },
} satisfies Record<Locale, typeof ru>;
