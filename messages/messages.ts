import type { Locale } from "@/lib/locale/locale";
import enAuth from "@/messages/en/auth.json";
import enCommon from "@/messages/en/common.json";
import enCourier from "@/messages/en/courier.json";
import enOps from "@/messages/en/ops.json";
import enTracking from "@/messages/en/tracking.json";
import ruAuth from "@/messages/ru/auth.json";
import ruCommon from "@/messages/ru/common.json";
import ruCourier from "@/messages/ru/courier.json";
import ruOps from "@/messages/ru/ops.json";
import ruTracking from "@/messages/ru/tracking.json";

const ru = { auth: ruAuth, common: ruCommon, courier: ruCourier, ops: ruOps, tracking: ruTracking };

/** Every word of the pages, by language and then by page. Both languages have the same keys, which the types hold. */
export const MESSAGES = {
  ru,
  en: { auth: enAuth, common: enCommon, courier: enCourier, ops: enOps, tracking: enTracking },
} satisfies Record<Locale, typeof ru>;
