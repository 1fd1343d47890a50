import type { getTranslations } from "next-intl/server";

/** The strings of a tracking page that are not part of its state. */
export function pageWords(t: Awaited<ReturnType<typeof getTranslations<"tracking">>>) {
  const raw = (key: string): string => t.raw(key);
  return {
    map: {
      title: t("map.title"),
      show: t("map.show"),
      rough: t("map.rough"),
      pickup: t("map.pickup"),
      dropoff: t("map.dropoff"),
      courier: t("map.courier"),
    },
    contact: {
      title: t("contact.title"),
      call: t("contact.call"),
      write: t("contact.write"),
      callShop: t("contact.callShop"),
      writeShop: t("contact.writeShop"),
    },
    seen: {
      now: t("seen.now"),
      ago: raw("seen.ago"),
      at: raw("seen.at"),
      none: t("seen.none"),
    },
    note: {
      title: t("note.title"),
      empty: t("note.empty"),
      label: t("note.label"),
      save: t("note.save"),
      remove: t("note.remove"),
      seen: t("note.seen"),
      unseen: t("note.unseen"),
      failed: t("note.failed"),
    },
    feedback: {
      title: t("feedback.title"),
      fine: t("feedback.fine"),
      problem: t("feedback.problem"),
      label: t("feedback.label"),
      send: t("feedback.send"),
      thanks: t("feedback.thanks"),
      told: t("feedback.told"),
      toldText: raw("feedback.toldText"),
      failed: t("feedback.failed"),
    },
    request: {
      title: t("request.title"),
      values: {
        come_again: t("request.values.come_again"),
        leave: t("request.values.leave"),
        later: t("request.values.later"),
      },
      confirm: t("request.confirm"),
      ask: t("request.ask"),
      told: raw("request.told"),
      refused: t("request.refused"),
      failed: t("request.failed"),
    },
    notify: {
      ask: t("notify.ask"),
      asking: t("notify.asking"),
      on: t("notify.on"),
      refused: t("notify.refused"),
      unsupported: t("notify.unsupported"),
      failed: t("notify.failed"),
    },
    calendar: t("calendar.add"),
    stepsTitle: t("steps.title"),
    stopsTitle: t("stops.title"),
    courierTitle: t("courier.title"),
    whereTitle: t("where.title"),
    buyoutTitle: t("buyout.title"),
    plate: t("courier.plate"),
    offline: raw("offline"),
    noConnection: t("noConnection"),
    estimatedAt: raw("estimatedAt"),
    retry: t("retry"),
    codeTitle: t("code.title"),
    codeHint: t("code.hint"),
    codeBlocked: t("code.blocked"),
    codeBlockedHint: t("code.blockedHint"),
    share: t("share"),
    copied: t("copied"),
    by: t("by"),
    update: t("update"),
  };
}

export type PageWords = ReturnType<typeof pageWords>;
