import type { Locale } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

/** Unformatted: the page inserts times and names. */
export function pageMessages(locale: Locale) {
  const t = MESSAGES[locale].tracking;
  const { contact, seen, note, messages, feedback, notify, offline, noConnection, estimatedAt } = t;
  const { retry, share, copied, by, update, broken } = t;
  const { picture, courierStale, ...map } = t.map;
  const { now, after_others, at_door, free, waiting, ...request } = t.request;
  return {
    ...{ map, contact, seen, note, messages, feedback, request, notify, offline, noConnection, estimatedAt },
    ...{ retry, share, copied, by, update, broken },
    calendar: t.calendar.add,
    chooseWindow: t.windows.title,
    stepsTitle: t.steps.title,
    stopsTitle: t.stops.title,
    courierTitle: t.courier.title,
    whereTitle: t.where.title,
    buyoutTitle: t.buyout.title,
    plate: t.courier.plate,
    codeTitle: t.code.title,
    codeHint: t.code.hint,
    codeBlocked: t.code.blocked,
    codeBlockedHint: t.code.blockedHint,
  };
}

export type PageMessages = ReturnType<typeof pageMessages>;
