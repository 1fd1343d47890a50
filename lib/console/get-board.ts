import type { Mode } from "@/lib/account-scope";
import { listWaitingAccounts, NO_WAITING_ACCOUNTS } from "@/lib/accounts/list-waiting-accounts";
import {
  buildConsoleBoard,
  type ConsoleBoard,
  lateIfDueBy,
  MAX_WITH_DETAILS,
} from "@/lib/console/console-board";
import { listRoutesOfOrders } from "@/lib/console/estimate-remaining-trip";
import type { Context } from "@/lib/context";
import {
  type CourierOverview,
  countCouriers,
  listCouriers,
  listCouriersById,
} from "@/lib/couriers/list-couriers";
import { countReplies } from "@/lib/couriers/list-messages";
import type { Queryable } from "@/lib/db/client";
import { exceptionClaims, handledExceptions } from "@/lib/db/generated/columns";
import { int4, pick, text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { listCourierPlans } from "@/lib/dispatch/planned-order";
import { DAY_MS } from "@/lib/duration";
import { type ActiveOrder, listActiveOrders, listWaitingPlaces } from "@/lib/orders/list/list-active-orders";
import { listOpenProblems } from "@/lib/orders/list/list-open-problems";
import { getTripCheck } from "@/lib/service-area/trip-check";
import { getDurationModel } from "@/lib/tracking/arrivals/get-duration-model";
import { listTroubledEndpoints } from "@/lib/webhooks/list-troubled-endpoints";

const HANDLED = {
  ...pick(handledExceptions, "kind subject action"),
  at: handledExceptions.handledAt,
  by: text.orNull,
  count: int4,
};

const CLAIM = {
  ...pick(exceptionClaims, "kind subject"),
  byId: exceptionClaims.claimedById,
  by: text,
  until: exceptionClaims.claimedUntil,
};

const MAX_VISIBLE = 20;
/** More than the exceptions that the board can contain. */
const MAX_CLAIMS = 1_000;
/** Maximum time for which an exception can be hidden; older rows are not read. */
const MAX_QUIET_MS = 25 * 60 * 60_000;

export async function getBoard(
  { db, clock, dispatch }: Pick<Context, "db" | "clock" | "dispatch">,
  mode: Mode,
): Promise<ConsoleBoard> {
  const now = clock.now();
  const aDayAgo = new Date(now.getTime() - DAY_MS);
  const [
    couriers,
    { onShift },
    orders,
    waiting,
    endpoints,
    problems,
    quiet,
    claims,
    handled,
    replies,
    { maxLegMeters },
    plans,
    durations,
    waitingAccounts,
  ] = await Promise.all([
    listCouriers(db, mode),
    countCouriers(db, mode),
    listActiveOrders(db, mode, { most: MAX_WITH_DETAILS, dueBy: lateIfDueBy(now), now }),
    listWaitingPlaces(db, mode),
    listTroubledEndpoints(db, mode, aDayAgo),
    listOpenProblems(db, mode, aDayAgo),
    selectSnoozed(db, mode, now),
    selectClaims(db, mode, now),
    selectHandled(db, mode, aDayAgo),
    countReplies(db, mode, aDayAgo),
    getTripCheck(db),
    mode === "live" ? listCourierPlans(db, now) : [],
    getDurationModel(db),
    // Accounts are the same in both modes.
    mode === "live" ? listWaitingAccounts(db) : NO_WAITING_ACCOUNTS,
  ]);
  const routes = await listRoutesOfOrders(db, orders);
  const atWork = couriers.filter(
    ({ onShiftSince, orderCode }) => onShiftSince !== null || orderCode !== null,
  );
  return buildConsoleBoard(
    [...atWork, ...(await listActiveCouriers(db, orders, atWork))],
    orders,
    waiting,
    {
      onShiftCount: onShift,
      replyCount: [...replies.values()].reduce((sum, count) => sum + count, 0),
      endpoints: endpoints.map(({ since, ...endpoint }) => ({ ...endpoint, since: since.toISOString() })),
      problems: problems.map(({ at, ...problem }) => ({ ...problem, at: at.toISOString() })),
      quiet: quiet.map(({ until, ...one }) => ({ ...one, until: until.toISOString() })),
      claims: claims.map(({ until, ...one }) => ({ ...one, until: until.toISOString() })),
      handled,
      waitingAccounts,
    },
    { mode, now, simulatorSpeed: dispatch.simulatorSpeed, maxLegMeters, plans, durations, routes },
  );
}

async function listActiveCouriers(
  db: Queryable,
  orders: readonly ActiveOrder[],
  known: readonly CourierOverview[],
): Promise<CourierOverview[]> {
  const listed = new Set<string | null>([null, ...known.map(({ id }) => id)]);
  const missing = orders.flatMap(({ courierId }) => (listed.has(courierId) ? [] : [courierId ?? ""]));
  return missing.length === 0 ? [] : listCouriersById(db, missing);
}

async function selectSnoozed(db: Queryable, mode: Mode, now: Date) {
  const handledAt = { gt: new Date(now.getTime() - MAX_QUIET_MS) };
  const groups = await db.models.handledException.groupBy({
    by: ["kind", "subject"],
    where: { mode, handledAt, quietUntil: { gt: now } },
    _max: { quietUntil: true },
  });
  return groups.map(({ kind, subject, _max }) => ({ kind, subject, until: _max.quietUntil ?? now }));
}

function selectClaims(db: Queryable, mode: Mode, now: Date) {
  return query(db, CLAIM)`
    SELECT claim.kind, claim.subject, claim.claimed_by_id AS by_id, coalesce(u.name, u.email) AS by,
           claim.claimed_until AS until
    FROM exception_claims claim JOIN users u ON u.id = claim.claimed_by_id
    WHERE claim.mode = ${mode}::mode AND claim.claimed_until > ${now}::timestamptz AND u.disabled_at IS NULL
    ORDER BY claim.kind, claim.subject LIMIT ${MAX_CLAIMS}`;
}

async function selectHandled(db: Queryable, mode: Mode, since: Date): Promise<ConsoleBoard["handled"]> {
  const rows = await query(db, HANDLED)`
    SELECT h.kind, h.subject, h.action, h.handled_at AS at, coalesce(u.name, u.email) AS by, count(*) OVER ()::int AS count
    FROM handled_exceptions h LEFT JOIN users u ON u.id = h.handled_by_id
    WHERE h.mode = ${mode}::mode AND h.handled_at > ${since}::timestamptz
    ORDER BY h.handled_at DESC, h.id DESC LIMIT ${MAX_VISIBLE}`;
  return {
    count: rows[0]?.count ?? 0,
    latest: rows.map(({ count: _, at, ...row }) => ({ ...row, at: at.toISOString() })),
  };
}
