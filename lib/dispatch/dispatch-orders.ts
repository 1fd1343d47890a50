import type { Context } from "@/lib/context";
import { TRANSPORT_TYPES, transportsFor } from "@/lib/couriers/vehicle";
import {
  type Assignment,
  assignOrders,
  assignTestOrder,
  reportNoCourierFound,
} from "@/lib/dispatch/assign-orders";
import { availabilityCriteria } from "@/lib/dispatch/availability-criteria";
import { endSuggestions, SUGGESTION_MS } from "@/lib/dispatch/idle-suggestion";
import { getIdleSuggestionSettings } from "@/lib/dispatch/idle-suggestion-settings";
import { buildPlanRequest } from "@/lib/dispatch/plan-request";
import type { Plan } from "@/lib/dispatch/plan-snapshot";
import { listCouriersOnDuty, listRecentPickups, listWaitingOrders } from "@/lib/dispatch/plan-store";
import { type PlannedOrder, writePlan } from "@/lib/dispatch/planned-order";
import { RoadTimes } from "@/lib/dispatch/road-times";
import { type DispatchRequest, listUnplanned, QUEUE_START } from "@/lib/dispatch/store";
import { suggestPlaces } from "@/lib/dispatch/suggest-places";
import { toRouteStop } from "@/lib/dispatch/to-route-stop";
import { MINUTE_MS } from "@/lib/duration";

/** Planned at once; the longest waiting ones. */
const MAX_PLANNED = 2_000;
const EXPECTED_PICKUPS = 30;
const PAGE = 500;
const MAX_SERVED_AT_ONCE = 6;
/** Orders assigned in one transaction. Until it ends, other changes of these orders wait, and readers of the event log. */
const MAX_BATCH = 25;
const MAX_BATCHES_AT_ONCE = 2;

export interface DispatchOutcome {
  /** Orders that still wait. */
  readonly waiting: number;
  /** Whether an immediate retry may serve more orders, since a chosen courier was taken concurrently. */
  readonly isContested: boolean;
  /** From reading the orders to the plan. */
  readonly planningMs: number;
}

/** State shared by the passes of one process. Without it, the next pass plans from scratch. */
export interface DispatchMemory {
  readonly roadTimes: RoadTimes;
  previous: Plan | null;
  /** When places were last suggested to idle couriers. */
  suggestedAt: Date | null;
}

export const createDispatchMemory = (): DispatchMemory => ({
  roadTimes: new RoadTimes(),
  previous: null,
  suggestedAt: null,
});

type MayGoOn = () => Promise<boolean>;

/**
 * Runs one pass: plans all waiting live orders, assigns those that must be assigned now, and publishes the rest of the
 * plan. Test orders get simulated couriers at once. Ends early when `mayGoOn` returns false.
 */
export async function dispatchOrders(
  context: Context,
  mayGoOn: MayGoOn = async () => true,
  memory: DispatchMemory = createDispatchMemory(),
): Promise<DispatchOutcome> {
  const outcome = await dispatchLiveOrders(context, mayGoOn, memory);
  await serveUnplannedOrders(context, mayGoOn);
  return outcome;
}

async function dispatchLiveOrders(
  context: Context,
  mayGoOn: MayGoOn,
  memory: DispatchMemory,
): Promise<DispatchOutcome> {
  const now = context.clock.now();
  const startedAt = performance.now();
  const orders = await listWaitingOrders(context.db, { now, limit: MAX_PLANNED });
  const areMovesWanted = await checkSuggestions(context, memory);
  if (orders.length === 0 && !areMovesWanted) {
    // Also rows of another process, and of an order that was offered in the former pass.
    await writePlan(context.db, [], now);
    memory.previous = null;
    return { waiting: 0, isContested: false, planningMs: 0 };
  }
  const couriers = await listCouriersOnDuty(context.db, availabilityCriteria(context));
  const recentPickups = await listRecentPickups(context.db, EXPECTED_PICKUPS);
  const request = await buildPlanRequest(context, memory.roadTimes, {
    orders,
    couriers,
    recentPickups,
    areMovesWanted,
  });
  const plan = await context.planner.plan(request, memory.previous);
  memory.previous = plan;
  const planningMs = performance.now() - startedAt;
  let assigned = 0;
  await inTurns(toBatches(plan), { atOnce: MAX_BATCHES_AT_ONCE, mayGoOn }, async (batch) => {
    const { length } = await assignOrders(context, batch);
    assigned += length;
  });
  if (!(await mayGoOn())) return { waiting: orders.length, isContested: false, planningMs };
  await writePlan(context.db, toPlannedOrders(plan), now);
  if (areMovesWanted) {
    memory.suggestedAt = now;
    await suggestPlaces(context, request, plan.moves);
  }
  return { waiting: orders.length - assigned, isContested: assigned < plan.due.length, planningMs };
}

/** The orders of one courier are in one batch, so that the courier gets them together. */
function toBatches({ due, routes }: Plan): Assignment[][] {
  const stopsOf = new Map(routes.map(({ courierId, stops }) => [courierId, stops]));
  const byCourier = new Map<string, string[]>();
  for (const { orderId, courierId } of due)
    byCourier.set(courierId, [...(byCourier.get(courierId) ?? []), orderId]);
  const batches: Assignment[][] = [];
  for (const [courierId, orderIds] of byCourier) {
    const stops = stopsOf.get(courierId) ?? [];
    const isShared = stops.some(({ orderId }) => orderId !== orderIds[0]);
    const route = isShared ? stops.map(toRouteStop) : null;
    const added = orderIds.map((orderId): Assignment => ({ orderId: BigInt(orderId), courierId, route }));
    const last = batches.at(-1);
    if (last !== undefined && last.length + added.length <= MAX_BATCH) last.push(...added);
    else batches.push(added);
  }
  return batches;
}

/** Ends suggestions that no longer apply. @returns whether new ones are due */
async function checkSuggestions({ db, clock }: Context, { suggestedAt }: DispatchMemory): Promise<boolean> {
  const { isOn } = await getIdleSuggestionSettings(db);
  if (!isOn) return false;
  const now = clock.now();
  await endSuggestions(db, { now, isOn });
  return suggestedAt === null || now.getTime() - suggestedAt.getTime() >= SUGGESTION_MS;
}

/** Also those just assigned, which are shown as planned until their couriers accept. */
function toPlannedOrders(plan: Plan): PlannedOrder[] {
  // Whole minutes, since estimates change by seconds in each pass.
  const toDate = (seconds: number) => new Date(Math.round(seconds / 60) * MINUTE_MS);
  const planned = plan.routes.flatMap(({ courierId, orders }) =>
    orders.map(({ orderId, arrivesAt, collectedAt, handedOverAt }, place) => ({
      orderId: BigInt(orderId),
      courierId,
      position: place + 1,
      arrivesAt: toDate(arrivesAt),
      collectedAt: toDate(collectedAt),
      deliveredAt: toDate(Math.max(...handedOverAt)),
      reason: null,
    })),
  );
  const unplanned = plan.unplanned.map(({ orderId, reason }) => ({
    orderId: BigInt(orderId),
    courierId: null,
    reason,
  }));
  return [...planned, ...unplanned];
}

/** Reports live orders whose search lasts too long, and serves test orders. */
async function serveUnplannedOrders(context: Context, mayGoOn: MayGoOn): Promise<void> {
  let lightestMissing = Number.POSITIVE_INFINITY;
  const serve = async (order: DispatchRequest): Promise<void> => {
    if (order.mode === "live") return reportNoCourierFound(context, order.id);
    if (order.scenario === "no_courier") return reportNoCourierFound(context, order.id, order);
    // A larger transport type is never easier to find.
    const lightest = TRANSPORT_TYPES.indexOf(transportsFor(order.cargoSizes)[0] ?? "van");
    if (lightest >= lightestMissing) return;
    if (!(await assignTestOrder(context, order.id))) lightestMissing = lightest;
  };
  let after = QUEUE_START;
  for (;;) {
    const now = context.clock.now();
    const vainBefore = new Date(now.getTime() - context.dispatch.notFoundAfterSeconds * 1000);
    const page = await listUnplanned(context.db, { after, now, vainBefore, limit: PAGE });
    await inTurns(page, { atOnce: MAX_SERVED_AT_ONCE, mayGoOn }, serve);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE || !(await mayGoOn())) return;
    after = last;
  }
}

async function inTurns<Item>(
  items: readonly Item[],
  { atOnce, mayGoOn }: { readonly atOnce: number; readonly mayGoOn: MayGoOn },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let index = 0; index < items.length && (await mayGoOn()); index += atOnce) {
    await Promise.all(items.slice(index, index + atOnce).map(work));
  }
}
