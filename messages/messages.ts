import type { Locale } from "@/lib/locale/locale";
import enAuth from "@/messages/en/auth.json";
import enCommon from "@/messages/en/common.json";
import enOps from "@/messages/en/ops.json";
import enTracking from "@/messages/en/tracking.json";
import ruAuth from "@/messages/ru/auth.json";
import ruCommon from "@/messages/ru/common.json";
import ruOps from "@/messages/ru/ops.json";
import ruTracking from "@/messages/ru/tracking.json";

const ru = { common: ruCommon, auth: ruAuth, ops: ruOps, tracking: ruTracking };
const en: typeof ru = { common: enCommon, auth: enAuth, ops: enOps, tracking: enTracking };

/** Every word of the pages, by language and then by page. Both languages have the same keys, which the types hold. */
export const MESSAGES = { ru, en } satisfies Record<Locale, typeof ru>;
