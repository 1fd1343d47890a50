import tzLookup from "@photostructure/tz-lookup";
import { createTranslator } from "next-intl";
import { colorOf } from "@/components/tracking/color";
import {
  formatDay,
  formatPhone,
  formatTime,
  formatWindow,
  relativeMinutes,
} from "@/components/tracking/format";
import type { TrackingState } from "@/components/tracking/tracking-state";
import type { Locale } from "@/lib/locale/locale";
import type { TrackedPlace } from "@/lib/tracking/get-tracking";
import { freshnessOf, type TrackingView } from "@/lib/tracking/tracking-view";
import { MESSAGES } from "@/messages/messages";

type Words = ReturnType<typeof translator>;

function translator(locale: Locale) {
  return createTranslator({ locale, messages: MESSAGES[locale], namespace: "tracking" });
}

/** Everything that the words depend on besides the view. */
interface Telling {
  readonly t: Words;
  readonly locale: Locale;
  readonly zone: string;
  readonly now: Date;
}

/** Puts what the reader may know into their words, with times as clocks show them where the delivery is. */
export function describeTracking(
  view: TrackingView,
  place: TrackedPlace,
  locale: Locale,
  now: Date,
): TrackingState {
  const zone = tzLookup(place.latitude, place.longitude);
  const telling: Telling = { t: translator(locale), locale, zone, now };
  const { t } = telling;
  const headline = headlineOf(view, telling);
  return {
    locale,
    phase: view.phase,
    isFinal: view.isFinal,
    title: titleOf(view, telling),
    announcement: t(`titles.${view.phase}`),
    orderLabel: t("order", { code: view.orderCode }),
    test: view.isTest ? t("test") : null,
    headline,
    was:
      view.wasArrival === null || view.phase !== "in_progress"
        ? null
        : { text: t("was", { window: formatWindow(view.wasArrival, telling) }), reason: t("details.late") },
    details: detailsOf(view, telling),
    steps: stepsOf(view, telling),
    courier: courierOf(view, telling),
    stops: stopsOf(view, telling),
    drawing: view.drawing,
    drawingText: drawingTextOf(view, telling),
    seenAt: view.seenAt?.toISOString() ?? null,
    seenText: seenTextOf(view, telling),
    zone: { name: zone, text: t("zone", { zone: zone.replace(/^.*\//, "").replaceAll("_", " ") }) },
  };
}

/** Whether the page tells a window: on the way, or with the courier known and coming. */
function toldWindow(view: TrackingView, telling: Telling): string | null {
  return view.arrival === null ? null : formatWindow(view.arrival, telling);
}

function titleOf(view: TrackingView, telling: Telling): string {
  const window = toldWindow(view, telling);
  const isUnderWay = view.phase === "in_progress" && !view.isOverview;
  return isUnderWay && window !== null
    ? telling.t("titles.arrival", { window })
    : telling.t(`titles.${view.phase}`);
}

function headlineOf(view: TrackingView, telling: Telling): string {
  const { t } = telling;
  const ended = view.endedAt === null ? "" : phraseOf(view.endedAt, telling);
  const name = view.courier?.name ?? "";
  switch (view.phase) {
    case "delivered":
    case "cancelled":
      return t(`headlines.${view.phase}`, { moment: ended });
    case "scheduled":
      return t("headlines.scheduled", {
        time: view.scheduledFor ? formatDay(view.scheduledFor, telling) : "",
      });
    case "assigned":
      return name === "" ? t("headlines.assignedNobody") : t("headlines.assigned", { name });
    case "in_progress": {
      const window = toldWindow(view, telling);
      if (window === null) return t("headlines.in_progress");
      return view.isOverview ? t("arrivesLast", { window }) : t("arrives", { window });
    }
    default:
      return t(`headlines.${view.phase}`);
  }
}

function detailsOf(view: TrackingView, telling: Telling): string[] {
  const { t } = telling;
  const name = view.courier?.name ?? "";
  const details: string[] = [];
  if (view.stopsBefore > 0) details.push(t("details.stopsBefore", { count: view.stopsBefore }));
  else if (view.phase === "assigned") details.push(...assignedDetails(view, telling));
  else if (view.phase === "here") details.push(t("details.here", { name }));
  else details.push(t(`details.${view.phase}`));
  if (view.isTest && view.arrival !== null) details.push(t("details.simulated"));
  return details;
}

function assignedDetails(view: TrackingView, telling: Telling): string[] {
  const { t } = telling;
  if (view.courier === null) return [t("details.assignedNobody")];
  const window = toldWindow(view, telling);
  const arrives =
    window === null ? [] : [view.isOverview ? t("arrivesLast", { window }) : t("arrives", { window })];
  return [...arrives.map((text) => `${text}.`), t("details.assigned")];
}

const NEXT = { new: "assigned", assigned: "in_progress", in_progress: "delivered" } as const;

/** The steps that lie behind with their times, and the one that comes next. */
function stepsOf(view: TrackingView, telling: Telling): TrackingState["steps"] {
  const { t } = telling;
  const taken = view.history.map(({ status, at }, index) => ({
    key: status,
    label: t(`steps.${status}`),
    time: momentOf(at, telling),
    at: at.toISOString(),
    state: index === view.history.length - 1 ? ("current" as const) : ("done" as const),
  }));
  const last = view.history.at(-1)?.status;
  const next = last === "new" || last === "assigned" || last === "in_progress" ? NEXT[last] : null;
  if (next === null || view.isFinal) return taken;
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
  const day = (date: Date) => date.toLocaleDateString("en-CA", { timeZone: zone });
  return day(at) === day(now);
}

/** A time of day, with its date when that is another day than today where the delivery is. */
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

function seenTextOf(view: TrackingView, telling: Telling): string | null {
  const { t, now, locale } = telling;
  if (!view.mayFollow || view.courier === null) return null;
  if (view.seenAt === null) return t("seen.none");
  const freshness = freshnessOf(view.seenAt, now);
  if (freshness === "now") return t("seen.now");
  if (freshness === "stale" && view.phase !== "assigned") {
    return t("seen.stale", { time: formatTime(view.seenAt, telling) });
  }
  return t("seen.ago", { ago: relativeMinutes(view.seenAt, now, locale) });
}
