import tzLookup from "@photostructure/tz-lookup";
import {
  formatPhone,
  formatPlate,
  formatRubles,
  formatWindow,
  formatZone,
} from "@/components/tracking/format";
import { phaseText } from "@/components/tracking/phase-text";
import { toRecipientState } from "@/components/tracking/recipient-state";
import { listStopValues } from "@/components/tracking/stop-values";
import {
  createTrackingFormat,
  formatMoment,
  formatPhrase,
  type TrackingFormat,
} from "@/components/tracking/tracking-format";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { translateColor } from "@/components/tracking/translate-color";
import { toLanguage } from "@/lib/locale/locale";
import { toReaderScript } from "@/lib/locale/to-reader-script";
import { ADDRESS_FIELDS, DROPOFF_FIELDS } from "@/lib/orders/stop-fields";
import type { Point } from "@/lib/point";
import type { FormerWindow } from "@/lib/tracking/arrivals/shown-arrival";
import type { Phase } from "@/lib/tracking/phase";
import type { TrackingView } from "@/lib/tracking/tracking-view";

const SEARCH = "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 5 5";
const CLOCK = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4v5l3 2";
const DOOR = "M6 21V4h12v17M3 21h18M14 12v1";
const CHECK = "M4 12.500 9.500 18 20 6.500";
const BACK = "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3";
const SHOP = "M4 10h16M5.500 10v9h13v-9M4 10l2-5h12l2 5";
interface PhaseLook {
  /** An SVG path in a 24 by 24 box. */
  readonly icon: string;
  /** True if the texts contain the arrival time. */
  readonly tellsArrival: boolean;
}

const PHASES: Readonly<Record<Phase, PhaseLook>> = {
  new: { icon: SEARCH, tellsArrival: false },
  planned: { icon: CLOCK, tellsArrival: false },
  scheduled: { icon: CLOCK, tellsArrival: false },
  preparing: { icon: SHOP, tellsArrival: false },
  checking: { icon: CLOCK, tellsArrival: false },
  replacing: { icon: SEARCH, tellsArrival: false },
  at_pickup: { icon: SHOP, tellsArrival: true },
  assigned: { icon: SHOP, tellsArrival: true },
  in_progress: {
    icon: "M3 7h11v9H3ZM14 10h4l3 3v3h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm10 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
    tellsArrival: true,
  },
  again: {
    icon: "M20 11a8 8 0 0 0-14-4L3 10M3 5v5h5M4 13a8 8 0 0 0 14 4l3-3M21 19v-5h-5",
    tellsArrival: true,
  },
  undecided: {
    icon: "M9 9a3 3 0 1 1 4.500 2.600c-1 .600-1.500 1.100-1.500 2.400M12 18v.010M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
    tellsArrival: false,
  },
  going_back: { icon: BACK, tellsArrival: false },
  returned: { icon: SHOP, tellsArrival: false },
  left: { icon: DOOR, tellsArrival: false },
  partly: { icon: CHECK, tellsArrival: false },
  near: {
    icon: "M12 21s-7-6.500-7-12a7 7 0 0 1 14 0c0 5.500-7 12-7 12Zm0-9a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
    tellsArrival: false,
  },
  here: { icon: DOOR, tellsArrival: false },
  delivered: { icon: CHECK, tellsArrival: false },
  cancelled: { icon: "M6 6l12 12M18 6 6 18", tellsArrival: false },
};

/** Formats times in the delivery's time zone. `reader`, such as en-GB, sets the language and the date format. */
export function describeTracking(
  stored: TrackingView,
  place: Point,
  reader: string,
  now: Date,
  photoUrl: (id: string) => string,
  pushKey: string | null = null,
): TrackingState {
  const zone = tzLookup(place.latitude, place.longitude);
  // To Intl, English without a region means American dates and 12-hour times.
  const tag = reader === "en" ? "en-GB" : reader;
  const view = toReadable(stored, tag);
  const telling = createTrackingFormat(tag, zone, now);
  const { t } = telling;
  const look = PHASES[view.phase];
  return {
    locale: toLanguage(tag),
    tag,
    phase: view.phase,
    isFinal: view.isFinal,
    icon: look.icon,
    ...phaseText(view, telling),
    ...toRecipientState(view, telling, pushKey),
    shop: view.shop,
    orderLabel: t("order", { code: view.orderCode }),
    test: view.isTest ? t("test") : null,
    tellsArrival: view.arrival !== null && look.tellsArrival,
    was:
      view.wasArrival === null || !look.tellsArrival
        ? null
        : {
            text: t("was", { window: formatWindow(view.wasArrival, telling) }),
            reason: explainDelay(view, view.wasArrival, telling),
          },
    code: view.code,
    isCodeBlocked: view.isCodeBlocked,
    photos: view.photos.map(({ id, takenAt }) => ({
      key: id,
      url: photoUrl(id),
      caption: t("photo", { moment: formatMoment(takenAt, telling) }),
    })),
    steps: buildSteps(view, telling),
    courier: describeCourier(view, telling),
    where: describeDestination(view, telling),
    buyout:
      view.buyout &&
      t(`buyout.${view.buyout.type}`, { amount: formatRubles(view.buyout.rubles, telling.locale) }),
    stops: buildStops(view, telling),
    drawing: view.drawing,
    drawingText: describeDrawing(view, telling),
    follows: view.mayFollow && view.courier !== null,
    seenAt: view.seenAt?.toISOString() ?? null,
    zone: { name: zone, text: t("zone", { zone: formatZone({ locale: toLanguage(tag), zone }) }) },
  };
}

function explainDelay(
  { phase, packingMinutes, isOverview }: TrackingView,
  { cause }: FormerWindow,
  { t }: TrackingFormat,
): string {
  if (cause === "stops") return t(isOverview ? "details.late.stops_whole" : "details.late.stops");
  if (cause !== "packing") return t(`details.late.${cause}`);
  if (phase !== "at_pickup") return t("details.late.packed");
  return packingMinutes === null
    ? t("details.late.packing")
    : t("details.packing", { minutes: packingMinutes });
}

/** Names and addresses in the letters of the reader's language. */
function toReadable(view: TrackingView, tag: string): TrackingView {
  const read = (text: string | null) => text && toReaderScript(text, tag);
  const { courier, signerName, broughtBy, stops } = view;
  return {
    ...view,
    courier: courier && { ...courier, name: toReaderScript(courier.name, tag) },
    signerName: read(signerName),
    broughtBy: read(broughtBy),
    stops: stops.map((stop) => ({
      ...stop,
      area: toReaderScript(stop.area, tag),
      street: read(stop.street),
      building: read(stop.building),
    })),
  };
}

const NEXT = { new: "assigned", assigned: "in_progress", in_progress: "delivered" } as const;

/** Null when the next step is unknown or there is none. */
function findNext(view: TrackingView): "assigned" | "in_progress" | "delivered" | "returned" | null {
  if (view.phase === "going_back" || view.cancelledReturn === "under_way") return "returned";
  const last = view.history.at(-1)?.status;
  if (view.phase === "undecided" || view.endedAt !== null) return null;
  return last === "new" || last === "assigned" || last === "in_progress" ? NEXT[last] : null;
}

function buildSteps(view: TrackingView, telling: TrackingFormat): TrackingState["steps"] {
  const { t } = telling;
  const { cancelledBy } = view;
  const taken = view.history.map(({ status, at }, index) => ({
    key: status,
    label: t(
      status === "cancelled" && cancelledBy !== null ? `steps.cancelled_${cancelledBy}` : `steps.${status}`,
    ),
    time: formatMoment(at, telling),
    at: at.toISOString(),
    state: index === view.history.length - 1 ? ("current" as const) : ("done" as const),
  }));
  const next = findNext(view);
  if (next === null) return taken;
  const label = next === "delivered" && view.isOverview ? t("next.delivered_all") : t(`next.${next}`);
  const time = next === "delivered" && view.arrival !== null ? formatWindow(view.arrival, telling) : null;
  return [...taken, { key: `next-${next}`, label, time, at: null, state: "next" }];
}

function describeCourier({ courier }: TrackingView, { t, locale }: TrackingFormat): TrackingState["courier"] {
  if (courier === null) return null;
  const { type, make, model, color, number } = courier.transport;
  const isKnown = type === "foot" || type === "bike" || type === "car" || type === "van";
  const vehicle = [make, model].filter(Boolean).join(" ");
  const phone = formatPhone(courier.phone);
  return {
    name: courier.name,
    vehicle: vehicle === "" && isKnown ? t(`courier.transport.${type}`) : vehicle,
    color: color === null ? null : translateColor(color, toLanguage(locale)),
    plate: number === null ? null : formatPlate(number),
    call: {
      href: `tel:${phone.e164}`,
      label: t("courier.call", { name: courier.name }),
      number: phone.shown,
    },
  };
}

/** The stops of a whole order. A reader at one stop gets its own from `describeDestination`. */
function buildStops(view: TrackingView, telling: TrackingFormat): TrackingState["stops"] {
  const { t } = telling;
  if (!view.isOverview) return [];
  return view.stops.map((stop) => ({
    key: `${stop.kind}-${stop.number}`,
    title: stop.kind === "pickup" ? t("stops.pickup") : t("stops.point", { number: stop.number }),
    address: formatAddress(stop),
    state: stop.state,
    stateText:
      stop.state === "done" && stop.doneAt !== null
        ? t(stop.kind === "pickup" ? "stops.pickedUpAt" : "stops.doneAt", {
            moment: formatPhrase(stop.doneAt, telling),
          })
        : t(`stops.states.${stop.state}`),
  }));
}

const formatAddress = ({ area, street, building }: TrackingView["stops"][number]): string =>
  [area, [street, building].filter(Boolean).join(", ")].filter(Boolean).join(", ");

/** The reader's dropoff while a courier may still come, with the door details that the courier has. */
function describeDestination(
  view: TrackingView,
  { t, tStop, locale }: TrackingFormat,
): TrackingState["where"] {
  const own = view.isOverview ? undefined : view.stops.find(({ kind }) => kind === "dropoff");
  if (own === undefined || view.given === null) return null;
  const what = view.given.map((detail) => t(`where.${detail}`)).join(", ");
  const isGiven = what !== "";
  const words = { t: tStop, formatRubles: (amount: number) => formatRubles(amount, locale) };
  return {
    address: formatAddress(own),
    given: isGiven ? t("where.given", { what }) : t("where.none"),
    correct: t(isGiven ? "where.correct" : "where.add"),
    values: [
      ...listStopValues(ADDRESS_FIELDS, "recipient", own, words, {
        composed: ["area", "street", "building"],
      }),
      ...listStopValues(DROPOFF_FIELDS, "recipient", own, words),
    ],
  };
}

function describeDrawing({ drawing }: TrackingView, { t }: TrackingFormat): string {
  if (drawing === null) return "";
  const { courier, pickup } = drawing;
  const what = [
    courier && t(courier.freshness === "stale" ? "map.courierStale" : "map.courier"),
    pickup && t("map.pickup"),
    t("map.dropoff"),
  ];
  return t("map.picture", { what: what.filter(Boolean).join(", ") });
}
