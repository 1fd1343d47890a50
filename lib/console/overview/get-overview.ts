import type { AccountScope } from "@/lib/account-scope";
import {
  estimateRemainingTrip,
  listRoutesOfOrders,
  type TripTerms,
} from "@/lib/console/estimate-remaining-trip";
import { readAccountBoard } from "@/lib/console/overview/get-account-board";
import {
  compareUrgency,
  EMPTY_HOUR,
  findIssues,
  hoursUntil,
  type Issue,
  type IssueSource,
  sumStats,
} from "@/lib/console/overview/overview";
import {
  selectFailing,
  selectFirstSteps,
  selectHours,
  selectPlaced,
  selectRunning,
} from "@/lib/console/overview/store";
import type { Context } from "@/lib/context";
import type { CourierOverview } from "@/lib/couriers/list-couriers";
import { listLastDays } from "@/lib/locale/day";
import type { ActiveOrder } from "@/lib/orders/list/list-active-orders";
import { simulationSpeed } from "@/lib/sandbox/simulated-order";
import type { ArrivalWindow } from "@/lib/tracking/arrivals/arrival-window";
import { getDurationModel } from "@/lib/tracking/arrivals/get-duration-model";
import { secondsUntil } from "@/lib/tracking/eta";
import { listArrivals } from "@/lib/tracking/list-arrivals";

export interface IssueItem {
  readonly order: IssueSource;
  readonly troubles: readonly Issue[];
  readonly arrival: ArrivalWindow | null;
}

export interface NextArrival {
  readonly code: string;
  readonly street: string;
  readonly building: string;
  readonly courierName: string;
  readonly window: ArrivalWindow;
}

const MAX_RUNNING = 500;
const MAX_ARRIVALS = 3;
const MAX_EXPECTED = 5;
const WEEK_DAYS = 8;

type OverviewContext = Pick<Context, "db" | "clock" | "dispatch">;

export type Overview = Awaited<ReturnType<typeof getOverview>>;

/** Counts orders by creation time. Above 500 open orders, checks only the oldest and those with a problem. */
export async function getOverview(context: OverviewContext, scope: AccountScope, timeZone: string) {
  const { db, dispatch } = context;
  const now = context.clock.now();
  const days = listLastDays(now, timeZone, WEEK_DAYS);
  const [weekAgo, today] = [days.at(0)?.from ?? now, days.at(-1)?.from ?? now];
  const soFarMs = now.getTime() - today.getTime();
  const hours = hoursUntil(now, today);
  const [{ board, orders, couriers }, running, failing, numbers, placedWeekAgo, steps, durations] =
    await Promise.all([
      readAccountBoard(context, scope),
      selectRunning(db, scope, { limit: MAX_RUNNING, now }),
      selectFailing(db, scope),
      selectHours(db, scope, hours, now),
      selectPlaced(db, scope, { from: weekAgo, to: new Date(weekAgo.getTime() + soFarMs) }),
      selectFirstSteps(db, scope),
      getDurationModel(db),
    ]);
  const troubled = running
    .map((order) => ({ order, troubles: findIssues(order, now, dispatch.notFoundAfterSeconds) }))
    .filter(({ troubles }) => troubles.length > 0)
    .sort((a, b) => compareUrgency(a.order, b.order));
  const next = getSoonest(orders, couriers, {
    now,
    mode: scope.mode,
    speed: dispatch.simulatorSpeed,
    durations,
    routes: await listRoutesOfOrders(db, orders),
  });
  const expected = [
    ...next.map(({ code }) => code),
    ...troubled.slice(0, MAX_EXPECTED).map(({ order }) => order.code),
  ];
  const windows = await listArrivals(context, scope, [...new Set(expected)]);
  return {
    board,
    troubled: troubled.map((one) => ({ ...one, arrival: windows.get(one.order.code) ?? null })),
    failing,
    arrivals: next.flatMap((arrival) => {
      const window = windows.get(arrival.code);
      return window === undefined ? [] : [{ ...arrival, window }];
    }),
    today: sumStats(numbers),
    hours: hours.map((from, index) => ({ from, numbers: numbers[index] ?? EMPTY_HOUR })),
    placedWeekAgo,
    steps,
  };
}

function getSoonest(
  orders: readonly ActiveOrder[],
  couriers: readonly CourierOverview[],
  {
    now,
    mode,
    speed,
    durations,
    routes,
  }: Omit<TripTerms, "speed"> & { mode: AccountScope["mode"]; speed: number },
): Omit<NextArrival, "window">[] {
  const byId = new Map(couriers.map((courier) => [courier.id, courier]));
  return orders
    .flatMap((order) => {
      const courier = byId.get(order.courierId ?? "") ?? null;
      const pace = courier?.isSimulated === true ? simulationSpeed({ ...order, mode }, speed) : 1;
      const driver = courier && { ...courier, transport: courier.transportType };
      const journey = estimateRemainingTrip(order, driver, { speed: pace, now, durations, routes });
      const stop = order.stops.slice(1).find(({ isDone }) => !isDone);
      if (journey === null || stop === undefined || courier === null || stop.isThere) return [];
      const { code } = order;
      const { street, building } = stop;
      const at = now.getTime() + secondsUntil(journey, 0) * 1000;
      return [{ at, arrival: { code, street, building, courierName: courier.name } }];
    })
    .sort((a, b) => a.at - b.at)
    .slice(0, MAX_ARRIVALS)
    .map(({ arrival }) => arrival);
}
