import { createTranslator } from "next-intl";
import {
  formatDateTime,
  formatKilometers,
  formatTime,
  formatTimeOrDay,
  isSameDay,
} from "@/components/tracking/format";
import { type Locale, toLanguage } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

function translators(locale: Locale) {
  const messages = MESSAGES[locale];
  return {
    t: createTranslator({ locale, messages, namespace: "tracking" }),
    tStop: createTranslator({ locale, messages, namespace: "stop" }),
  };
}

// Translators cache parsed messages; parsing takes longer than all other work.
const TRANSLATORS = { ru: translators("ru"), en: translators("en") } as const satisfies Record<
  Locale,
  unknown
>;

export type TrackingFormat = ReturnType<typeof createTrackingFormat>;

export function createTrackingFormat(locale: string, zone: string, now: Date) {
  return { ...TRANSLATORS[toLanguage(locale)], locale, zone, now };
}

/** Formats a time within a sentence: `в 14:11`, `on Nov 20, 2:11 PM`. */
export function formatPhrase(at: Date, telling: TrackingFormat): string {
  const { t } = telling;
  return isToday(at, telling)
    ? t("moments.today", { time: formatTime(at, telling) })
    : t("moments.day", { day: formatDateTime(at, telling.now, telling) });
}

/** Formats a time at the beginning of a sentence: `Сегодня в 14:11`, `Nov 20, 2:11 PM`. */
export function formatRelativeDay(at: Date, telling: TrackingFormat): string {
  return isToday(at, telling)
    ? telling.t("moments.thisDay", { time: formatTime(at, telling) })
    : formatDateTime(at, telling.now, telling);
}

/** Formats a time of day, with its date unless that is today in the delivery's time zone. */
export function formatMoment(at: Date, telling: TrackingFormat): string {
  return formatTimeOrDay(at, telling.now, telling);
}

function isToday(at: Date, { now, zone }: TrackingFormat): boolean {
  return isSameDay(at, now, zone);
}

/** `300 м`, `1,4 км`: rounded to the accuracy of a position. */
export function formatTrackedDistance(meters: number, { t, locale }: TrackingFormat): string {
  if (meters >= 950) return t("distance.kilometers", { value: formatKilometers(meters, locale) });
  return t("distance.meters", { value: String(Math.max(50, Math.round(meters / 50) * 50)) });
}
