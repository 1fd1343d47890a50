import type { OrderStatus } from "@/lib/orders/order";
import type { Progress } from "@/lib/orders/progress";

interface Author {
  readonly actorType: string | null;
  readonly actorName: string | null;
}

export interface RecordedChange extends Author {
  readonly status: OrderStatus;
  readonly changedAt: Date;
}

const NAMED_TO_ACCOUNT: readonly string[] = ["key", "user", "courier"];

export function hideStaffNames<Change extends Author>(history: readonly Change[]): Change[] {
  return history.map((change) =>
    NAMED_TO_ACCOUNT.includes(change.actorType ?? "") ? change : { ...change, actorName: null },
  );
}

export type TimelineEventType =
  | (Author & {
      readonly type: "status";
      readonly status: OrderStatus;
      readonly driverName: string | null;
    })
  | (Author & { readonly type: "updated" })
  /** Its trip is unusual, and waits for the confirmation of an operator. */
  | { readonly type: "held" }
  | (Author & { readonly type: "confirmed" })
  | { readonly type: "courier_not_found" }
  /** Null while a new courier is searched for. */
  | { readonly type: "driver_changed"; readonly driverName: string | null }
  | { readonly type: "accepted" | "arrived_at_pickup" | "return_started" | "returned" }
  /** Dropoffs count from 1, as in pages. */
  | { readonly type: "failed"; readonly dropoff: number; readonly failureCode: string | null }
  /** The shop, an operator or the recipient decided, or an operator overrode the code. */
  | (Author & { readonly type: "decided"; readonly dropoff: number })
  /** A late photo or signature; 0 is the pickup. */
  | { readonly type: "proof_added"; readonly dropoff: number }
  | { readonly type: "arrived" | "handed_over"; readonly dropoff: number };

export type TimelineEntry = TimelineEventType & {
  readonly at: Date;
  readonly event: { readonly type: string; readonly sequence: number } | null;
};

interface TimelineEvent extends Author {
  readonly sequence: number;
  readonly type: string;
  readonly createdAt: Date;
  readonly driverName: string | null;
  readonly stopIndex?: number | null;
  readonly failureCode?: string | null;
  readonly heldReason?: string | null;
}

const EVENT_OF: Readonly<Record<OrderStatus, string>> = {
  new: "order.created",
  assigned: "order.assigned",
  in_progress: "order.in_progress",
  delivered: "order.delivered",
  cancelled: "order.cancelled",
};

/** Lists the known history of an order, oldest first, without repeats. */
export function buildTimeline(
  history: readonly RecordedChange[],
  events: readonly TimelineEvent[],
  progress: Pick<Progress, "acceptedAt" | "arrivedAt" | "dropoffs">,
): TimelineEntry[] {
  const entries = [
    ...history.map((change) => statusEntry(change, events)),
    ...events.flatMap((event, index) => [
      ...eventEntry(event, isConfirmation(event, events[index - 1])),
      ...heldEntry(event, events[index - 1]),
    ]),
    ...stepEntries(progress),
  ];
  return entries.sort((a, b) => a.at.getTime() - b.at.getTime() || rank(a) - rank(b));
}

function statusEntry(change: RecordedChange, events: readonly TimelineEvent[]): TimelineEntry {
  const { status, changedAt, actorType, actorName } = change;
  const event = events.find(({ type }) => type === EVENT_OF[status]);
  return {
    type: "status",
    at: changedAt,
    status,
    actorType,
    actorName,
    driverName: event?.driverName ?? null,
    event: event === undefined ? null : { type: event.type, sequence: event.sequence },
  };
}

/** Whether an operator has released a held order; a shop releases it by an edit. */
function isConfirmation({ actorType, heldReason = null }: TimelineEvent, before?: TimelineEvent): boolean {
  return actorType === "operator" && heldReason === null && (before?.heldReason ?? null) !== null;
}

function heldEntry(orderEvent: TimelineEvent, before?: TimelineEvent): TimelineEntry[] {
  const { type, sequence, createdAt: at, heldReason = null } = orderEvent;
  if (heldReason === null || (before?.heldReason ?? null) !== null) return [];
  return [{ type: "held", at, event: { type, sequence } }];
}

function eventEntry(orderEvent: TimelineEvent, isConfirmed: boolean): TimelineEntry[] {
  const {
    type,
    sequence,
    createdAt: at,
    driverName,
    stopIndex: dropoff = null,
    failureCode = null,
    actorType,
    actorName,
  } = orderEvent;
  const author = { actorType, actorName };
  const event = { type, sequence };
  if (type === "order.updated" && dropoff !== null)
    return [{ type: "decided", at, event, dropoff, ...author }];
  if (type === "order.updated") {
    return [{ type: isConfirmed ? "confirmed" : "updated", at, event, ...author }];
  }
  if (type === "order.stop_failed" && dropoff !== null) {
    return [{ type: "failed", at, event, dropoff, failureCode }];
  }
  if (type === "order.proof_added" && dropoff !== null) return [{ type: "proof_added", at, event, dropoff }];
  if (type === "order.return_started") return [{ type: "return_started", at, event }];
  if (type === "order.returned") return [{ type: "returned", at, event }];
  if (type === "order.courier_not_found") return [{ type: "courier_not_found", at, event }];
  if (type === "order.driver_changed") return [{ type: "driver_changed", at, event, driverName }];
  return [];
}

function stepEntries({
  acceptedAt,
  arrivedAt,
  dropoffs,
}: Parameters<typeof buildTimeline>[2]): TimelineEntry[] {
  const step = (at: Date | null, happening: TimelineEventType): TimelineEntry[] =>
    at === null ? [] : [{ ...happening, at, event: null }];
  return [
    ...step(acceptedAt, { type: "accepted" }),
    ...step(arrivedAt, { type: "arrived_at_pickup" }),
    ...dropoffs.flatMap((dropoff, index) => [
      ...step(dropoff.arrivedAt, { type: "arrived", dropoff: index + 1 }),
      ...step(dropoff.deliveredAt, { type: "handed_over", dropoff: index + 1 }),
    ]),
  ];
}

const STATUS_RANKS: Readonly<Record<OrderStatus, number>> = {
  new: 0,
  assigned: 2,
  in_progress: 6,
  delivered: 1000,
  cancelled: 1000,
};

/** Sorts simultaneous entries, since one tap may report several. */
function rank(entry: TimelineEntry): number {
  switch (entry.type) {
    case "status":
      return STATUS_RANKS[entry.status];
    case "updated":
    case "held":
    case "confirmed":
    case "courier_not_found":
      return 1;
    case "driver_changed":
      return 3;
    case "accepted":
      return 4;
    case "arrived_at_pickup":
      return 5;
    case "arrived":
      return 7 + entry.dropoff * 2;
    case "handed_over":
    case "failed":
      return 8 + entry.dropoff * 2;
    case "decided":
    case "proof_added":
      return 900;
    case "return_started":
      // A cancellation precedes the return that it causes.
      return 1001;
    case "returned":
      return 999;
  }
}
