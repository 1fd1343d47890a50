import type { Mode } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import {
  type CourierOverview,
  countCouriers,
  listCouriers,
  listCouriersById,
} from "@/lib/couriers/list-couriers";
import type { Queryable } from "@/lib/db/client";
import {
  buildConsoleBoard,
  type ConsoleBoard,
  lateIfDueBy,
  MAX_WITH_DETAILS,
} from "@/lib/monitoring/console-board";
import { selectHandled, selectSnoozed } from "@/lib/monitoring/store";
import { type ActiveOrder, listActiveOrders, listWaitingPlaces } from "@/lib/orders/list/list-active-orders";
import { listOpenProblems } from "@/lib/orders/list/list-open-problems";
import { listTroubledEndpoints } from "@/lib/webhooks/list-troubled-endpoints";

const DAY_MS = 24 * 60 * 60_000;

export async function getBoard(
  { db, clock, dispatch }: Pick<Context, "db" | "clock" | "dispatch">,
  mode: Mode,
): Promise<ConsoleBoard> {
  const now = clock.now();
  const aDayAgo = new Date(now.getTime() - DAY_MS);
  const [couriers, { onShift }, orders, waiting, endpoints, problems, quiet, handled] = await Promise.all([
    listCouriers(db, mode),
    countCouriers(db, mode),
    listActiveOrders(db, mode, { most: MAX_WITH_DETAILS, dueBy: lateIfDueBy(now) }),
    listWaitingPlaces(db, mode),
    listTroubledEndpoints(db, mode, aDayAgo),
    listOpenProblems(db, mode, aDayAgo),
    selectSnoozed(db, mode, now),
    selectHandled(db, mode, aDayAgo),
  ]);
  const atWork = couriers.filter(
    ({ onShiftSince, orderCode }) => onShiftSince !== null || orderCode !== null,
  );
  return buildConsoleBoard(
    [...atWork, ...(await listCarriers(db, orders, atWork))],
    orders,
    waiting,
    {
      onShiftCount: onShift,
      endpoints: endpoints.map(({ since, ...endpoint }) => ({ ...endpoint, since: since.toISOString() })),
      problems: problems.map(({ at, ...problem }) => ({ ...problem, at: at.toISOString() })),
      quiet: quiet.map(({ until, ...one }) => ({ ...one, until: until.toISOString() })),
      handled,
    },
    { mode, now, simulatorSpeed: dispatch.simulatorSpeed },
  );
}

async function listCarriers(
  db: Queryable,
  orders: readonly ActiveOrder[],
  known: readonly CourierOverview[],
): Promise<CourierOverview[]> {
  const listed = new Set<string | null>([null, ...known.map(({ id }) => id)]);
  const missing = orders.flatMap(({ courierId }) => (listed.has(courierId) ? [] : [courierId ?? ""]));
  return missing.length === 0 ? [] : listCouriersById(db, missing);
}
