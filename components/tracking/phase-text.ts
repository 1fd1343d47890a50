import { formatDateTime, formatTime, formatWindow, formatWindowOrDay } from "@/components/tracking/format";
import {
  formatPhrase,
  formatRelativeDay,
  formatTrackedDistance,
  type TrackingFormat,
} from "@/components/tracking/tracking-format";
import type { TrackingState } from "@/components/tracking/tracking-state";
import type { TrackingView } from "@/lib/tracking/tracking-view";

export type PhaseText = Pick<TrackingState, "title" | "announcement" | "status" | "headline" | "details">;

export function phaseText(view: TrackingView, telling: TrackingFormat): PhaseText {
  const { t } = telling;
  const { phase, courier } = view;
  const isWhole = view.isOverview && (phase === "undecided" || phase === "going_back");
  const key = isWhole ? (`${phase}_whole` as const) : phase;
  const announcement = t(`titles.${key}`);
  const name = courier?.name ?? t("courier.title");
  const endedAt = view.history.find(({ status }) => status === phase)?.at ?? view.endedAt;
  const moment = endedAt === null ? "" : formatPhrase(endedAt, telling);
  const ended =
    endedAt === null ? null : t("details.cancelledBy.nobody", { day: formatRelativeDay(endedAt, telling) });
  const window = view.arrival === null ? null : formatWindow(view.arrival, telling);
  const arrives = window === null ? null : t(view.isOverview ? "arrivesLast" : "arrives", { window });
  const pickupTime = view.pickupAt && formatTime(view.pickupAt, telling);
  const why = view.failure === null ? [] : [t(`failures.${view.failure}`)];
  const say = (headline: string, ...details: readonly (string | null)[]): PhaseText => {
    const text = details.filter((detail) => detail !== null && detail !== "").join(" ");
    return {
      title: announcement,
      announcement,
      status: formatStatus(view, telling),
      headline,
      details: [
        ...(view.isTakenOver ? [t("details.taken_over")] : []),
        ...(view.isSecondTry ? [t("details.secondTry")] : []),
        ...(text === "" ? [] : [text]),
        ...(view.isAtOtherDoor ? [t("details.at_other_door")] : []),
      ],
    };
  };
  const withWindow = (saying: PhaseText): PhaseText =>
    window === null || view.isOverview
      ? saying
      : { ...saying, title: t("titles.arrival", { window, title: announcement }) };
  switch (phase) {
    case "new":
    case "preparing":
    case "checking":
    case "replacing":
      return say(t(`headlines.${phase}`), t(`details.${phase}`));
    case "planned":
      return say(t("headlines.planned", { time: pickupTime ?? "" }), t("details.planned"));
    case "partly":
      return say(t("headlines.partly"), ended, t("details.partly"));
    case "near":
      return say(t("headlines.near"), t("details.near"), formatDistance(view, telling));
    case "here":
      return say(t("headlines.here"), t("details.here", { name }));
    case "scheduled":
      return say(
        t("headlines.scheduled", {
          time: formatScheduled(view, telling),
        }),
        pickupTime === null ? t("details.scheduled") : t("details.scheduled_planned", { time: pickupTime }),
      );
    case "again":
      return say(t("headlines.again"), formatStopsBefore(view, telling) ?? arrives ?? t("details.again"));
    case "undecided":
    case "going_back":
      return say(
        t(`headlines.${key as typeof phase}`),
        ...why,
        isWhole || phase === "undecided"
          ? t(`details.${view.decisions.length > 0 ? "deciding" : (key as "undecided")}`)
          : null,
      );
    case "left":
      return say(
        t("headlines.left", { moment }),
        // Other reasons might contradict where the goods are.
        view.failure === "recipient_absent" ? t("failures.recipient_absent") : null,
        formatDestination(view, telling),
        view.isFinal ? null : t("details.photo_awaited"),
      );
    case "returned":
      return say(t("headlines.returned"), ended, ...why);
    case "delivered":
      return say(
        t("headlines.delivered", { moment }),
        formatHandover(view, telling),
        view.isFinal ? null : t("details.photo_awaited"),
      );
    case "cancelled":
      return say(t("headlines.cancelled"), ...listCancelledDetails(view, endedAt, telling));
    case "assigned":
      return withWindow(
        say(
          arrives ?? t("headlines.assigned", { name }),
          formatMinutes(view, telling),
          formatStopsBefore(view, telling) ??
            (arrives === null ? null : formatPickupStatus(view, name, telling)),
        ),
      );
    case "at_pickup":
      return withWindow(
        say(
          t("headlines.at_pickup", { name }),
          formatPacking(view, telling),
          arrivesIn(view, arrives, telling),
          formatStopsBefore(view, telling),
        ),
      );
    case "in_progress":
      return withWindow(
        say(
          arrives ?? t("headlines.in_progress"),
          formatMinutes(view, telling),
          formatStopsBefore(view, telling) ?? formatDistance(view, telling, "awayAlone"),
        ),
      );
  }
}

function formatScheduled({ deliveryWindow, scheduledFor }: TrackingView, telling: TrackingFormat): string {
  if (deliveryWindow !== null) return formatWindowOrDay(deliveryWindow, telling.now, telling);
  return scheduledFor === null ? "" : formatDateTime(scheduledFor, telling.now, telling);
}

/** Without the position's age; null when the headline is enough. */
function formatStatus(view: TrackingView, telling: TrackingFormat): string | null {
  const { t } = telling;
  if (view.isTakenOver) return null;
  switch (view.phase) {
    case "new":
    case "planned":
    case "preparing":
    case "replacing":
    case "scheduled": {
      const placed = view.history[0];
      return placed === undefined ? null : t("status.waiting", { moment: formatPhrase(placed.at, telling) });
    }
    case "assigned":
    case "at_pickup":
    case "in_progress":
    case "near":
    case "here":
    case "again":
      return t(`status.${view.phase}`);
    case "undecided":
      return t(view.decisions.length > 0 ? "status.deciding" : "status.undecided");
    default:
      return null;
  }
}

function formatMinutes({ minutes }: TrackingView, { t }: TrackingFormat): string | null {
  return minutes === null ? null : t("details.inMinutes", { minutes });
}

function arrivesIn(
  { arrival, minutes, isOverview }: TrackingView,
  arrives: string | null,
  telling: TrackingFormat,
): string | null {
  if (arrival === null || minutes === null || isOverview) return arrives && `${arrives}.`;
  const window = formatWindow(arrival, telling);
  return telling.t("details.arrivesIn", { window, minutes });
}

/** Null when the moved window states it. */
function formatPacking({ packingMinutes, wasArrival }: TrackingView, { t }: TrackingFormat): string | null {
  if (packingMinutes === null || wasArrival?.cause === "packing") return null;
  return `${t("details.packing", { minutes: packingMinutes })}.`;
}

function formatStopsBefore({ stopsBefore }: TrackingView, { t }: TrackingFormat): string | null {
  return stopsBefore > 0 ? t("details.stopsBefore", { count: stopsBefore }) : null;
}

/** To the reader's dropoff; null when the courier goes elsewhere or the position is unknown. */
function formatDistance(
  view: TrackingView,
  telling: TrackingFormat,
  as: "away" | "awayAlone" = "away",
): string | null {
  const { courier, metersToNext, isOverview } = view;
  if (courier === null || metersToNext === null || isOverview) return null;
  return telling.t(`details.${as}`, {
    name: courier.name,
    distance: formatTrackedDistance(metersToNext, telling),
  });
}

function formatPickupStatus({ metersToNext }: TrackingView, name: string, telling: TrackingFormat): string {
  if (metersToNext === null) return telling.t("details.fetching", { name });
  return telling.t("details.toShop", { name, distance: formatTrackedDistance(metersToNext, telling) });
}

/** The reader's address; null when there is none or it is hidden. */
function formatAddress({ stops, isOverview }: TrackingView): string | null {
  const own = isOverview ? undefined : stops.find(({ kind }) => kind === "dropoff");
  const address = [own?.street, own?.building].filter(Boolean).join(", ");
  return address === "" ? null : address;
}

function formatDestination(view: TrackingView, { t }: TrackingFormat): string | null {
  const address = formatAddress(view);
  return address && t("details.address", { address });
}

function formatHandover(view: TrackingView, telling: TrackingFormat): string | null {
  const { t } = telling;
  const { signerName, broughtBy } = view;
  const address = formatAddress(view);
  const brought = !broughtBy
    ? formatDestination(view, telling)
    : address === null
      ? t("details.brought", { name: broughtBy })
      : t("details.brought_to", { name: broughtBy, address });
  const signed = signerName && t("details.signed", { name: signerName });
  return [brought, signed].filter(Boolean).join(" ") || null;
}

function listCancelledDetails(view: TrackingView, endedAt: Date | null, telling: TrackingFormat) {
  const { t } = telling;
  const { cancelledReturn, cancelledBy, cancelReason } = view;
  const day = endedAt === null ? null : formatRelativeDay(endedAt, telling);
  return [
    day && t(`details.cancelledBy.${cancelledBy ?? "nobody"}`, { day }),
    cancelReason && t(`details.cancelReasons.${cancelReason}`),
    cancelledReturn === null ? t("details.notComing") : t(`details.cancelled_${cancelledReturn}`),
  ];
}
