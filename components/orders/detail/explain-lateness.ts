import type { OrderPageView, StopState } from "@/components/orders/detail/order-state";
import { MINUTE_MS } from "@/lib/duration";

type LatePart = "search" | "offer" | "approach" | "goods" | "pickup" | "stops" | "drive" | "door";

/** Durations are whole minutes, and the parts' sum is the time since the search began. */
export interface Lateness {
  readonly promisedUntil: string;
  /** Of the last dropoff; null while the order is on its way. */
  readonly handedOverAt: string | null;
  readonly lateMinutes: number;
  readonly parts: readonly { readonly part: LatePart; readonly minutes: number }[];
}

type LateOrder = Pick<
  OrderPageView,
  | "status"
  | "promisedUntil"
  | "createdAt"
  | "dispatchAt"
  | "readyAt"
  | "acceptedAt"
  | "deliveredAt"
  | "wayBack"
  | "timeline"
  | "stops"
>;

/** Returns null unless the order is late against its promise; returns of goods are not judged. */
export function explainLateness(order: LateOrder, now: number): Lateness | null {
  const { status, promisedUntil, deliveredAt, wayBack } = order;
  if (promisedUntil == null || wayBack !== null || status === "new" || status === "cancelled") return null;
  const isOver = status === "delivered";
  const { last, ends } = listEnds(order, now);
  const handedOverAt = isOver ? ((last && findEnd(last)) ?? deliveredAt) : null;
  const until = handedOverAt === null ? now : Date.parse(handedOverAt);
  const lateMinutes = Math.round((until - Date.parse(promisedUntil)) / MINUTE_MS);
  if (lateMinutes < 1) return null;
  const begun = Math.max(Date.parse(order.createdAt), Date.parse(order.dispatchAt));
  return { promisedUntil, handedOverAt, lateMinutes, parts: toMinutes(splitTime(begun, until, ends)) };
}

interface PartEnd {
  readonly part: LatePart;
  /** Null if unknown, or not yet. */
  readonly at: number | null;
}

/** The parts in their order. `last` is the dropoff visited last; null while several are open. */
function listEnds(order: LateOrder, now: number): { last: StopState | null; ends: PartEnd[] } {
  const [pickup, ...dropoffs] = order.stops;
  const open = dropoffs.filter((stop) => findEnd(stop) === null);
  const latest = dropoffs.toSorted((a, b) => toTime(findEnd(a)) - toTime(findEnd(b))).at(-1) ?? null;
  const last = open.length > 1 ? null : (open[0] ?? latest);
  const others = dropoffs.filter((stop) => stop !== last);
  const othersEnd = Math.max(...others.map((stop) => toTime(findEnd(stop))));
  const collectedAt = parse(pickup?.completedAt ?? null);
  const pickupAt = parse(pickup?.arrivedAt ?? null);
  const readyAt = parse(order.readyAt);
  const isEarly = pickupAt !== null && readyAt !== null && readyAt > pickupAt;
  const ends: PartEnd[] = [
    { part: "search", at: findOfferedAt(order) },
    { part: "offer", at: parse(order.acceptedAt) },
    { part: "approach", at: pickupAt },
    ...(isEarly ? [{ part: "goods" as const, at: Math.min(readyAt, collectedAt ?? now) }] : []),
    { part: "pickup", at: collectedAt },
    ...(others.length > 0 ? [{ part: "stops" as const, at: last === null ? null : othersEnd }] : []),
    ...(last === null
      ? []
      : [
          { part: "drive" as const, at: parse(last.arrivedAt) },
          { part: "door" as const, at: parse(findEnd(last)) },
        ]),
  ];
  return { last, ends };
}

const findEnd = ({ completedAt, failure }: StopState): string | null => completedAt ?? failure?.at ?? null;
const parse = (at: string | null): number | null => (at === null ? null : Date.parse(at));
const toTime = (at: string | null): number => parse(at) ?? Number.POSITIVE_INFINITY;

/** When the order was offered to the courier who accepted it. */
function findOfferedAt({ timeline, acceptedAt }: LateOrder): number | null {
  const before = toTime(acceptedAt);
  const offer = timeline.findLast(
    ({ type, at, ...entry }) =>
      Date.parse(at) <= before &&
      (type === "driver_changed" || (type === "status" && "status" in entry && entry.status === "assigned")),
  );
  if (offer === undefined || (offer.type === "driver_changed" && offer.driverName === null)) return null;
  return Date.parse(offer.at);
}

/** In milliseconds. Time before an unknown end is the next part's, and the rest that of the part under way. */
function splitTime(begun: number, until: number, ends: readonly PartEnd[]): Map<LatePart, number> {
  const parts = new Map<LatePart, number>();
  let from = Math.min(begun, until);
  for (const { part, at } of ends) {
    if (at === null) continue;
    const to = Math.min(Math.max(at, from), until);
    parts.set(part, to - from);
    from = to;
  }
  const lastKnown = ends.findLastIndex(({ at }) => at !== null);
  const underWay = ends[lastKnown + 1] ?? ends.at(-1);
  if (underWay !== undefined) parts.set(underWay.part, (parts.get(underWay.part) ?? 0) + until - from);
  return parts;
}

/** Rounds without changing the sum: the largest remainders are rounded up. Parts without a minute are left out. */
function toMinutes(parts: ReadonlyMap<LatePart, number>): Lateness["parts"] {
  const times = [...parts].map(([part, ms]) => ({
    part,
    whole: Math.floor(ms / MINUTE_MS),
    rest: ms % MINUTE_MS,
  }));
  const missing = Math.round(times.reduce((sum, { rest }) => sum + rest, 0) / MINUTE_MS);
  const raised = new Set(times.toSorted((a, b) => b.rest - a.rest).slice(0, missing));
  return times.flatMap((time) => {
    const minutes = time.whole + (raised.has(time) ? 1 : 0);
    return minutes === 0 ? [] : [{ part: time.part, minutes }];
  });
}
