import tzLookup from "@photostructure/tz-lookup";
import { createTranslator } from "next-intl";
import { colorOf } from "@/components/tracking/color";
import { formatDay, formatPhone, formatTime, formatWindow, isSameDay } from "@/components/tracking/format";
import { ICONS } from "@/components/tracking/icons";
import type { TrackingState } from "@/components/tracking/tracking-state";
import type { Locale } from "@/lib/locale/locale";
import type { TrackedPlace } from "@/lib/tracking/get-tracking";
import type { Milestone, TrackingView } from "@/lib/tracking/tracking-view";
import { MESSAGES } from "@/messages/messages";

type Words = ReturnType<typeof translator>;

function translator(locale: Locale) {
  return createTranslator({ locale, messages: MESSAGES[locale], namespace: "tracking" });
}

// Each keeps the messages that it has read; reading them takes longer than all the rest.
const translators = new Map<Locale, Words>();

function wordsIn(locale: Locale): Words {
  const known = translators.get(locale) ?? translator(locale);
  translators.set(locale, known);
  return known;
}

/** Everything that the words depend on besides the view. */
interface Telling {
  readonly t: Words;
  readonly locale: Locale;
  readonly zone: string;
  readonly now: Date;
}

/**
 * Puts what the reader may know into their language, with times in the time zone of the delivery.
 *
 * @param photoUrl the address of a photo, by its identifier
 */
export function describeTracking(
  view: TrackingView,
  place: TrackedPlace,
  locale: Locale,
  now: Date,
  photoUrl: (id: string) => string,
): TrackingState {
  const zone = tzLookup(place.latitude, place.longitude);
  const telling: Telling = { t: wordsIn(locale), locale, zone, now };
  const { t } = telling;
  return {
    locale,
    phase: view.phase,
    isFinal: view.isFinal,
    icon: ICONS[view.phase],
    ...sayingOf(view, telling),
    orderLabel: t("order", { code: view.orderCode }),
    test: view.isTest ? t("test") : null,
    tellsArrival: view.arrival !== null && TELLS_ARRIVAL[view.phase],
    was:
      view.wasArrival === null || view.phase !== "in_progress"
        ? null
        : { text: t("was", { window: formatWindow(view.wasArrival, telling) }), reason: t("details.late") },
    code: view.code,
    photos: view.photos.map(({ id, takenAt }) => ({
      key: id,
      url: photoUrl(id),
      caption: t("photo", { moment: momentOf(takenAt, telling) }),
    })),
    steps: stepsOf(view, telling),
    courier: courierOf(view, telling),
    stops: stopsOf(view, telling),
    drawing: view.drawing,
    drawingText: drawingTextOf(view, telling),
    follows: view.mayFollow && view.courier !== null,
    seenAt: view.seenAt?.toISOString() ?? null,
    zone: { name: zone, text: t("zone", { zone: zone.replace(/^.*\//, "").replaceAll("_", " ") }) },
  };
}

/** The phases whose text names the arrival time, when it is known. */
const TELLS_ARRIVAL = {
  new: false,
  scheduled: false,
  replacing: false,
  assigned: true,
  at_pickup: true,
  in_progress: true,
  near: false,
  here: false,
  again: true,
  undecided: false,
  going_back: false,
  returned: false,
  left: false,
  partly: false,
  delivered: false,
  cancelled: false,
} as const satisfies Record<TrackingView["phase"], boolean>;

type Saying = Pick<TrackingState, "title" | "announcement" | "headline" | "details">;

/** Returns everything a page says about a phase: its title, announcement, headline, and the lines below. */
function sayingOf(view: TrackingView, telling: Telling): Saying {
  const { t } = telling;
  const { phase, courier, stopsBefore } = view;
  const whole = view.isOverview && (phase === "undecided" || phase === "going_back");
  const said = whole ? (`${phase}_whole` as const) : phase;
  const announcement = t(`titles.${said}`);
  const name = courier?.name ?? t("courier.title");
  const endedAt = view.history.find(({ status }) => status === phase)?.at ?? view.endedAt;
  const moment = endedAt === null ? "" : phraseOf(endedAt, telling);
  const window = view.arrival === null ? null : formatWindow(view.arrival, telling);
  const arrives = window === null ? null : t(view.isOverview ? "arrivesLast" : "arrives", { window });
  const before = stopsBefore > 0 ? t("details.stopsBefore", { count: stopsBefore }) : null;
  const why = view.failure === null ? [] : [t(`failures.${view.failure}`)];
  const again = view.isSecondTry ? [t("details.secondTry")] : [];
  const takenOver = view.isTakenOver ? [t("details.taken_over")] : [];
  const simulated = view.isTest && window !== null ? [t("details.simulated")] : [];
  const plain = (headline: string, details = [t(`details.${said}`, { name })]): Saying => ({
    title: announcement,
    announcement,
    headline,
    details: [...takenOver, ...again, ...details, ...simulated],
  });
  switch (phase) {
    case "new":
    case "replacing":
    case "near":
    case "here":
    case "partly":
      return plain(t(`headlines.${phase}`));
    case "scheduled":
      return plain(
        t("headlines.scheduled", { time: view.scheduledFor ? formatDay(view.scheduledFor, telling) : "" }),
      );
    case "again":
      return {
        ...plain(t("headlines.again"), [before ?? arrives ?? t("details.again")]),
        title: announcement,
      };
    case "undecided":
    case "going_back":
      return plain(t(`headlines.${whole ? (`${phase}_whole` as const) : phase}`), [
        ...why,
        t(`details.${said}`),
      ]);
    case "left":
      // Why it was not handed over matters no more, and might contradict where it stands.
      return plain(t("headlines.left"), [t("details.left")]);
    case "returned":
      return plain(t("headlines.returned"), [...why, t("details.returned")]);
    case "delivered": {
      const signed = view.signerName === null ? [] : [t("details.signed", { name: view.signerName })];
      return plain(t("headlines.delivered", { moment }), [...signed, t("details.delivered")]);
    }
    case "cancelled": {
      const back = view.cancelledReturn === null ? [] : [t(`details.cancelled_${view.cancelledReturn}`)];
      return plain(t("headlines.cancelled", { moment }), [...back, t("details.cancelled")]);
    }
    case "assigned":
    case "at_pickup": {
      const next = [...(arrives === null ? [] : [`${arrives}.`]), t(`details.${phase}`)];
      return plain(t(`headlines.${phase}`, { name }), before === null ? next : [before]);
    }
    case "in_progress": {
      const told = plain(arrives ?? t("headlines.in_progress"), [before ?? t("details.in_progress")]);
      const isOwn = window !== null && !view.isOverview;
      return isOwn ? { ...told, title: t("titles.arrival", { window }) } : told;
    }
  }
}

const NEXT = { new: "assigned", assigned: "in_progress", in_progress: "delivered" } as const;

/** The step that the page says comes next; null when nobody can tell, or nothing does. */
function nextOf(view: TrackingView): Milestone["status"] | null {
  if (view.phase === "going_back" || view.cancelledReturn === "under_way") return "returned";
  const last = view.history.at(-1)?.status;
  if (view.phase === "undecided" || view.endedAt !== null) return null;
  return last === "new" || last === "assigned" || last === "in_progress" ? NEXT[last] : null;
}

/** Returns the completed steps with their times, and the next step. */
function stepsOf(view: TrackingView, telling: Telling): TrackingState["steps"] {
  const { t } = telling;
  const taken = view.history.map(({ status, at }, index) => ({
    key: status,
    label: t(`steps.${status}`),
    time: momentOf(at, telling),
    at: at.toISOString(),
    state: index === view.history.length - 1 ? ("current" as const) : ("done" as const),
  }));
  const next = nextOf(view);
  if (next === null) return taken;
  return [...taken, { key: next, label: t(`steps.${next}`), time: null, at: null, state: "next" }];
}

/** The same within a sentence: `в 14:11`, `on Nov 20, 2:11 PM`. */
function phraseOf(at: Date, telling: Telling): string {
  const { t } = telling;
  return isToday(at, telling)
    ? t("moments.today", { time: formatTime(at, telling) })
    : t("moments.day", { day: formatDay(at, telling) });
}

function isToday(at: Date, { now, zone }: Telling): boolean {
  return isSameDay(at, now, zone);
}

/** Formats a time of day, with its date unless that is today where the delivery is. */
function momentOf(at: Date, telling: Telling): string {
  return isToday(at, telling) ? formatTime(at, telling) : formatDay(at, telling);
}

function courierOf({ courier }: TrackingView, { t, locale }: Telling): TrackingState["courier"] {
  if (courier === null) return null;
  const { type, make, model, color, number } = courier.transport;
  const isKnown = type === "foot" || type === "bike" || type === "car" || type === "van";
  const words = [isKnown ? t(`courier.transport.${type}`) : null, [make, model].filter(Boolean).join(" ")];
  const phone = formatPhone(courier.phone);
  return {
    name: courier.name,
    vehicle: words.filter(Boolean).join(", "),
    color: color === null ? null : colorOf(color, locale),
    plate: number,
    call: { href: `tel:${phone.e164}`, number: phone.shown },
  };
}

function stopsOf(view: TrackingView, telling: Telling): TrackingState["stops"] {
  const { t } = telling;
  return view.stops.map((stop) => ({
    key: `${stop.kind}-${stop.number}`,
    title: stopTitle(view, stop, t),
    address: [stop.area, [stop.street, stop.building].filter(Boolean).join(", ")].filter(Boolean).join(", "),
    state: stop.state,
    stateText:
      stop.state === "done" && stop.doneAt !== null
        ? t("stops.doneAt", { moment: phraseOf(stop.doneAt, telling) })
        : t(`stops.states.${stop.state}`),
  }));
}

function stopTitle(view: TrackingView, stop: TrackingView["stops"][number], t: Words): string {
  if (stop.kind === "pickup") return t("stops.pickup");
  return view.isOverview ? t("stops.point", { number: stop.number }) : t("stops.own");
}

function drawingTextOf({ drawing }: TrackingView, { t }: Telling): string {
  if (drawing === null) return "";
  const { courier, pickup } = drawing;
  const what = [
    courier && t(courier.freshness === "stale" ? "map.courierStale" : "map.courier"),
    pickup && t("map.pickup"),
    t("map.dropoff"),
  ];
  return t("map.picture", { what: what.filter(Boolean).join(", ") });
}
