import { type BoardCourier, type BoardItem, isStale, STALE_AFTER_MS } from "@/lib/board/board";

/** What may go wrong, in the order in which it hides the rest: of an order only the first that fits is shown. */
export const EXCEPTION_KINDS = [
  "question",
  "silent_courier",
  "courier_not_found",
  "not_accepted",
  "at_door",
  "late",
  "going_back",
  "webhook_failing",
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

export type Severity = "bad" | "late" | "info";

const MINUTE_MS = 60_000;

/** How bad each is, and after how long it is one. */
export const THRESHOLDS: Readonly<
  Record<ExceptionKind, { readonly severity: Severity; readonly afterMs: number }>
> = {
  /** Since a courier with goods was last heard of. */
  silent_courier: { severity: "bad", afterMs: STALE_AFTER_MS },
  /** Since the search began; at once when the shop has been told that nobody is found. */
  courier_not_found: { severity: "bad", afterMs: 5 * MINUTE_MS },
  /** Since the order was offered. */
  not_accepted: { severity: "late", afterMs: 3 * MINUTE_MS },
  /** Since the end of what was promised. */
  late: { severity: "late", afterMs: 5 * MINUTE_MS },
  /** Since the courier arrived. */
  at_door: { severity: "late", afterMs: 10 * MINUTE_MS },
  /** Since it was asked. */
  question: { severity: "late", afterMs: 0 },
  /** Since the courier set off. */
  going_back: { severity: "late", afterMs: 30 * MINUTE_MS },
  /** Since everything sent to it has failed. */
  webhook_failing: { severity: "info", afterMs: 5 * MINUTE_MS },
};

/** An open order with the instants that its exceptions count from. All are ISO 8601. */
export interface WatchedItem extends BoardItem {
  /** Since when its courier has not accepted it; null once they have, and while there is none. */
  readonly offeredSince: string | null;
  /** Since when a question about it is open. */
  readonly askedAt: string | null;
  /** Until when its last dropoff was to be reached. */
  readonly promisedUntil: string | null;
  /** When the courier gets there, as far as one can tell. */
  readonly arrivesAt: string | null;
  /** When to expect the courier at the next door; null when nobody can tell. */
  readonly arrival: { readonly from: string; readonly to: string } | null;
}

/** A shop's webhook endpoint that gets nothing, because it fails or was disabled for failing. */
export interface FailingEndpoint {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  /** How the shop is reached. */
  readonly email: string | null;
  readonly phone: string | null;
  readonly host: string;
  readonly since: string;
  /** What the latest failed attempt met; null once attempts are deleted. */
  readonly error: string | null;
}

/** What a recipient says went wrong, which nobody has settled. */
export interface OpenProblem {
  readonly orderCode: string;
  readonly accountName: string;
  readonly text: string | null;
  readonly at: string;
}

/** What exceptions are made from. */
export interface Watched {
  readonly couriers: readonly BoardCourier[];
  readonly orders: readonly WatchedItem[];
  readonly endpoints: readonly FailingEndpoint[];
  readonly problems: readonly OpenProblem[];
  /** What somebody has dealt with, and until when it is not shown again. */
  readonly quiet: readonly {
    readonly kind: ExceptionKind;
    readonly subject: string;
    readonly until: string;
  }[];
}

/** Something that an operator should do something about. Instants are ISO 8601. */
export interface Exception {
  readonly kind: ExceptionKind;
  /** The order's code, or the endpoint's id. */
  readonly subject: string;
  readonly severity: Severity;
  readonly since: string;
  /** When somebody or something decides without us. */
  readonly until: string | null;
  readonly orderCode: string | null;
  readonly courierId: string | null;
  readonly courierName: string | null;
  readonly accountName: string;
  /** Where it happens: a street with its building, or an endpoint's host. */
  readonly place: string | null;
  /** What was said. */
  readonly text: string | null;
}

/** What tells an exception from every other. */
export const keyOf = ({ kind, subject }: Pick<Exception, "kind" | "subject">): string => `${kind} ${subject}`;

const SEVERITIES: readonly Severity[] = ["bad", "late", "info"];

/** Everything that needs an operator at this instant, the worst first, and of equals the oldest. */
export function exceptionsOf(watched: Watched, now: number): Exception[] {
  const couriers = new Map(watched.couriers.map((courier) => [courier.id, courier]));
  const quiet = new Set(watched.quiet.filter(({ until }) => Date.parse(until) > now).map(keyOf));
  const found = [
    ...watched.orders.flatMap((order) => {
      const exception = exceptionOf(order, couriers.get(order.courierId ?? "") ?? null, now);
      return exception === null ? [] : [exception];
    }),
    ...watched.problems.map(ofProblem),
    ...watched.endpoints.filter(({ since }) => hasPassed("webhook_failing", since, now)).map(ofEndpoint),
  ];
  return found
    .filter((exception) => !quiet.has(keyOf(exception)))
    .sort(
      (a, b) =>
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        Date.parse(a.since) - Date.parse(b.since) ||
        (keyOf(a) < keyOf(b) ? -1 : 1),
    );
}

/** What is wrong with an order; null when nothing is. */
export function exceptionOf(order: WatchedItem, courier: BoardCourier | null, now: number): Exception | null {
  for (const kind of EXCEPTION_KINDS) {
    const since = kind === "webhook_failing" ? null : SINCE[kind](order, courier, now);
    if (since === null) continue;
    const isTold = kind === "courier_not_found" && order.isCourierNotFound;
    if (!isTold && !hasPassed(kind, since, now)) continue;
    const stop = nextStopOf(order);
    return {
      kind,
      subject: order.code,
      severity: THRESHOLDS[kind].severity,
      since,
      until: kind === "question" ? order.answerUntil : null,
      orderCode: order.code,
      courierId: order.courierId,
      courierName: order.courierName,
      accountName: order.accountName,
      place: stop === undefined ? null : `${stop.street}, ${stop.building}`,
      text: null,
    };
  }
  return null;
}

const hasPassed = (kind: ExceptionKind, since: string, now: number): boolean =>
  now - Date.parse(since) >= THRESHOLDS[kind].afterMs;

/** Since when each counts; null while it cannot be the case. */
const SINCE: Readonly<
  Record<
    Exclude<ExceptionKind, "webhook_failing">,
    (order: WatchedItem, courier: BoardCourier | null, now: number) => string | null
  >
> = {
  question: ({ answerUntil, askedAt, waitingSince }) =>
    answerUntil === null ? null : (askedAt ?? waitingSince),
  silent_courier: (order, courier, now) => {
    const hasGoods = order.status === "in_progress" || order.returnState === "on_the_way";
    if (!hasGoods || courier === null || !isStale(courier, now)) return null;
    return courier.position?.receivedAt ?? order.waitingSince;
  },
  // The search for the courier of a scheduled order begins later.
  courier_not_found: ({ courierId, status, waitingSince }) =>
    courierId === null && status !== "cancelled" ? waitingSince : null,
  not_accepted: ({ offeredSince }) => offeredSince,
  at_door: ({ atDoorSince }) => atDoorSince,
  late: (order, _, now) => lateSince(order, now),
  going_back: ({ returnState, returnStartedAt, waitingSince }) =>
    returnState === "on_the_way" ? (returnStartedAt ?? waitingSince) : null,
};

/**
 * Since when an order is late, counted from its arrival if that is expected later still; null unless it is late, or will
 * be by as much as counts.
 */
export function lateSince(
  { status, returnState, promisedUntil, arrivesAt }: WatchedItem,
  now: number,
): string | null {
  if (status === "cancelled" || returnState !== null || promisedUntil === null) return null;
  const overdueMs = now - Date.parse(promisedUntil);
  // Whoever will be late is late already: there is still something to be done.
  const lateMs = Math.max(overdueMs, Date.parse(arrivesAt ?? promisedUntil) - Date.parse(promisedUntil));
  if (overdueMs <= 0 && lateMs < THRESHOLDS.late.afterMs) return null;
  return new Date(now - lateMs).toISOString();
}

/** Where an order's courier has to go next, or was last. */
export function nextStopOf({
  status,
  stops,
}: Pick<BoardItem, "status" | "stops">): BoardItem["stops"][number] | undefined {
  const isPickedUp = status === "in_progress" || status === "cancelled";
  return isPickedUp ? (stops.slice(1).find(({ isDone }) => !isDone) ?? stops[0]) : stops[0];
}

function ofProblem({ orderCode, accountName, text, at }: OpenProblem): Exception {
  return {
    kind: "question",
    subject: orderCode,
    severity: THRESHOLDS.question.severity,
    since: at,
    until: null,
    orderCode,
    courierId: null,
    courierName: null,
    accountName,
    place: null,
    text,
  };
}

function ofEndpoint({ id, accountName, host, since }: FailingEndpoint): Exception {
  return {
    kind: "webhook_failing",
    subject: id,
    severity: THRESHOLDS.webhook_failing.severity,
    since,
    until: null,
    orderCode: null,
    courierId: null,
    courierName: null,
    accountName,
    place: host,
    text: null,
  };
}
