import type { BoardCourier, BoardItem } from "@/lib/console/board";
import type { OperatorPlan } from "@/lib/console/operator-plan";
import { isCourierStale, STALE_AFTER_MS } from "@/lib/couriers/freshness";
import { MINUTE_MS } from "@/lib/duration";
import type { HeldTrip } from "@/lib/orders/held-trip";
import type { listTroubledEndpoints } from "@/lib/webhooks/list-troubled-endpoints";

/** In descending priority: only the first matching kind of an order is shown. */
export const EXCEPTION_KINDS = [
  "unusual_trip",
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

export const THRESHOLDS: Readonly<
  Record<ExceptionKind, { readonly severity: Severity; readonly afterMs: number }>
> = {
  /** An order that gets no courier before an operator confirms its trip. */
  unusual_trip: { severity: "bad", afterMs: 0 },
  /** Measured from the last signal of a courier with goods. */
  silent_courier: { severity: "bad", afterMs: STALE_AFTER_MS },
  /** Measured from the start of the search, or from when it last had a planned courier; immediate when the shop was notified that no courier was found. */
  courier_not_found: { severity: "bad", afterMs: 5 * MINUTE_MS },
  not_accepted: { severity: "late", afterMs: 3 * MINUTE_MS },
  late: { severity: "late", afterMs: 5 * MINUTE_MS },
  at_door: { severity: "late", afterMs: 10 * MINUTE_MS },
  question: { severity: "late", afterMs: 0 },
  going_back: { severity: "late", afterMs: 30 * MINUTE_MS },
  /** Measured from the start of the endpoint's failures. */
  webhook_failing: { severity: "info", afterMs: 5 * MINUTE_MS },
};

export interface WatchedItem extends BoardItem {
  readonly accountId: string;
  /** Null once the courier has accepted. */
  readonly offeredSince: string | null;
  readonly askedAt: string | null;
  readonly promisedUntil: string | null;
  readonly arrivesAt: string | null;
  readonly arrival: { readonly from: string; readonly to: string } | null;
  /** Null unless the order is held. */
  readonly held: (HeldTrip & { readonly createdAt: string }) | null;
  /** Null unless it waits for a courier and a current plan contains it. */
  readonly plan: OperatorPlan | null;
}

type TroubledEndpoint = Awaited<ReturnType<typeof listTroubledEndpoints>>[number];

export type FailingEndpoint = Omit<TroubledEndpoint, "since"> & { readonly since: string };

export interface OpenProblem {
  readonly orderCode: string;
  readonly accountName: string;
  readonly text: string | null;
  readonly at: string;
}

export interface MonitoringSnapshot {
  readonly couriers: readonly BoardCourier[];
  readonly orders: readonly WatchedItem[];
  readonly endpoints: readonly FailingEndpoint[];
  readonly problems: readonly OpenProblem[];
  readonly quiet: readonly {
    readonly kind: ExceptionKind;
    readonly subject: string;
    readonly until: string;
  }[];
}

export interface Exception {
  readonly kind: ExceptionKind;
  readonly subject: string;
  readonly severity: Severity;
  readonly since: string;
  readonly until: string | null;
  readonly orderCode: string | null;
  readonly courierId: string | null;
  readonly courierName: string | null;
  /** Null for a problem that a recipient reported. */
  readonly accountId: string | null;
  readonly accountName: string;
  readonly place: string | null;
  readonly text: string | null;
  /** The trip of an `unusual_trip`. */
  readonly held: HeldTrip | null;
}

export const exceptionKey = ({ kind, subject }: Pick<Exception, "kind" | "subject">): string =>
  `${kind} ${subject}`;

/** As `handleException` and `claimExceptions` read them. */
export const toSubjects = (exceptions: readonly Pick<Exception, "subject">[]): string =>
  exceptions.map(({ subject }) => subject).join(",");

const SEVERITIES: readonly Severity[] = ["bad", "late", "info"];

export function findExceptions(watched: MonitoringSnapshot, now: number): Exception[] {
  const couriers = new Map(watched.couriers.map((courier) => [courier.id, courier]));
  const quiet = new Set(watched.quiet.filter(({ until }) => Date.parse(until) > now).map(exceptionKey));
  const found = [
    ...watched.orders.flatMap((order) => {
      const exception = findOrderException(order, couriers.get(order.courierId ?? "") ?? null, now);
      return exception === null ? [] : [exception];
    }),
    ...watched.problems.map(ofProblem),
    ...watched.endpoints.filter(({ since }) => hasPassed("webhook_failing", since, now)).map(ofEndpoint),
  ];
  return found
    .filter((exception) => !quiet.has(exceptionKey(exception)))
    .sort(
      (a, b) =>
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        Date.parse(a.since) - Date.parse(b.since) ||
        (exceptionKey(a) < exceptionKey(b) ? -1 : 1),
    );
}

export function findOrderException(
  order: WatchedItem,
  courier: BoardCourier | null,
  now: number,
): Exception | null {
  for (const kind of EXCEPTION_KINDS) {
    const since = kind === "webhook_failing" ? null : SINCE[kind](order, courier, now);
    if (since === null) continue;
    const isTold = kind === "courier_not_found" && order.isCourierNotFound;
    if (!isTold && !hasPassed(kind, since, now)) continue;
    const stop = findNextStop(order);
    return {
      kind,
      subject: order.code,
      severity: THRESHOLDS[kind].severity,
      since,
      until: kind === "question" ? order.answerUntil : null,
      orderCode: order.code,
      courierId: order.courierId,
      courierName: order.courierName,
      // Undefined in a board that a process of the former release has sent.
      accountId: order.accountId ?? null,
      accountName: order.accountName,
      place: stop === undefined ? null : `${stop.street}, ${stop.building}`,
      text: null,
      held: order.held,
    };
  }
  return null;
}

const hasPassed = (kind: ExceptionKind, since: string, now: number): boolean =>
  now - Date.parse(since) >= THRESHOLDS[kind].afterMs;

/** Returns the start of each kind's condition; null while it does not apply. */
const SINCE: Readonly<
  Record<
    Exclude<ExceptionKind, "webhook_failing">,
    (order: WatchedItem, courier: BoardCourier | null, now: number) => string | null
  >
> = {
  // The search of a scheduled order begins later.
  unusual_trip: ({ held }) => held?.createdAt ?? null,
  question: ({ answerUntil, askedAt, waitingSince }) =>
    answerUntil === null ? null : (askedAt ?? waitingSince),
  silent_courier: (order, courier, now) => {
    const hasGoods = order.status === "in_progress" || order.returnState === "on_the_way";
    if (!hasGoods || courier === null || !isCourierStale(courier.position?.receivedAt ?? null, now))
      return null;
    return courier.position?.receivedAt ?? order.waitingSince;
  },
  // For a scheduled order, `waitingSince` is the start of its search.
  courier_not_found: ({ courierId, status, waitingSince, plan }) => {
    if (courierId !== null || status === "cancelled") return null;
    // Undefined in a board that a process of the former release has sent.
    if (plan == null) return waitingSince;
    if (plan.reason === null) return null;
    return plan.since !== null && plan.since > waitingSince ? plan.since : waitingSince;
  },
  not_accepted: ({ offeredSince }) => offeredSince,
  at_door: ({ atDoorSince }) => atDoorSince,
  late: (order, _, now) => lateSince(order, now),
  going_back: ({ returnState, returnStartedAt, waitingSince }) =>
    returnState === "on_the_way" ? (returnStartedAt ?? waitingSince) : null,
};

/** Returns the start of an order's lateness; null unless it is late or will be by at least the threshold. */
export function lateSince(
  { status, returnState, promisedUntil, arrivesAt }: WatchedItem,
  now: number,
): string | null {
  if (status === "cancelled" || returnState !== null || promisedUntil === null) return null;
  const overdueMs = now - Date.parse(promisedUntil);
  // An expected delay counts already, while an operator can still prevent it.
  const lateMs = Math.max(overdueMs, Date.parse(arrivesAt ?? promisedUntil) - Date.parse(promisedUntil));
  if (overdueMs <= 0 && lateMs < THRESHOLDS.late.afterMs) return null;
  return new Date(now - lateMs).toISOString();
}

export function findNextStop({
  status,
  stops,
}: Pick<BoardItem, "status" | "stops">): BoardItem["stops"][number] | undefined {
  const isPickedUp = status === "in_progress" || status === "cancelled";
  return isPickedUp ? (stops.slice(1).find(({ isDone }) => !isDone) ?? stops[0]) : stops[0];
}

const NOTHING = {
  until: null,
  accountId: null,
  orderCode: null,
  courierId: null,
  courierName: null,
  place: null,
  text: null,
  held: null,
} as const;

function ofProblem({ orderCode, accountName, text, at }: OpenProblem): Exception {
  return {
    ...NOTHING,
    kind: "question",
    subject: orderCode,
    severity: THRESHOLDS.question.severity,
    since: at,
    orderCode,
    accountName,
    text,
  };
}

function ofEndpoint({ id, accountId, accountName, host, since }: FailingEndpoint): Exception {
  return {
    ...NOTHING,
    kind: "webhook_failing",
    subject: id,
    severity: THRESHOLDS.webhook_failing.severity,
    since,
    accountId,
    accountName,
    place: host,
  };
}
