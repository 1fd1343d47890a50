import { afterAll, beforeAll, expect, it } from "vitest";
import { setBreak, setShift } from "@/lib/couriers/set-shift";
import { disableCourier } from "@/lib/dispatch/disable-courier";
import { createDispatchMemory, dispatchOrders } from "@/lib/dispatch/dispatch-orders";
import { listPlannedOrders } from "@/lib/dispatch/planned-order";
import { DomainError } from "@/lib/domain-error";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { createOrder } from "@/lib/orders/create-order";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { recordStep, unassignSelf } from "@/lib/orders/fulfillment/record-step";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import { patchOrder } from "@/lib/orders/update/patch-order";
import { createRandom } from "@/lib/random";
import { destinationPoint } from "@/lib/routing/path";
import { isLongRun } from "@/testing/amount";
import { address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { runText } from "@/testing/run-text";
import type { Client } from "@/testing/shop";

const CENTER = address(59.9, 30.3);
const VEHICLES = ["foot", "bike", "car", "van"] as const;
const SIZES = ["S", "M", "L", "XL"] as const;

let local: LocalApi;
let shop: Client;
beforeAll(async () => {
  local = await openLocalApi();
  ({ shop } = await local.newShop());
});
afterAll(() => local.close());

/** A refusal is a valid outcome: the courier or order was in another state. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

/** Reports the courier where they were, which they must do to be planned. */
async function refreshPosition(courierId: string): Promise<void> {
  await local.db.models.courierPosition.update({
    where: { courierId },
    data: { receivedAt: local.clock.now() },
  });
}

/**
 * Every order that waits or is offered has one row in the plan, and every other one is in the route of its courier. A
 * courier has no orders that may not be together: without stacking, one.
 * @returns the most orders that a courier has
 */
async function checkDispatch(): Promise<number> {
  const orders = await local.db.models.order.findMany({ where: { mode: "live" } });
  const waiting = orders.filter(
    ({ status, courierId, dispatchAt }) =>
      (status === "new" || status === "assigned") && courierId === null && dispatchAt <= local.clock.now(),
  );
  const isOffered = new Set(
    orders.flatMap(({ id, status, courierId, acceptedAt }) =>
      status === "assigned" && courierId !== null && acceptedAt === null ? [id] : [],
    ),
  );
  const listed = await listPlannedOrders(local.db, local.clock.now());
  const plan = listed.filter(({ orderId }) => !isOffered.has(orderId));
  expect(plan.map(({ orderId }) => orderId).sort()).toEqual(waiting.map(({ id }) => id).sort());
  const active = orders.flatMap(({ id, status, courierId, returnState }) =>
    (status === "assigned" || status === "in_progress" || returnState === "on_the_way") && courierId !== null
      ? [`${courierId} ${id}`]
      : [],
  );
  const stops = await local.db.models.routeStop.findMany({});
  const inRoutes = new Set(stops.map(({ courierId, orderId }) => `${courierId} ${orderId}`));
  expect([...inRoutes].sort()).toEqual(active.sort());
  const conflicts = await runText(
    local.db,
    `SELECT c.id, find_route_conflict(c.id), count(o.id) AS orders FROM couriers c
     JOIN orders o ON o.courier_id = c.id AND o.status IN ('assigned', 'in_progress') GROUP BY c.id`,
  );
  expect(conflicts.filter((courier) => courier.find_route_conflict !== null)).toEqual([]);
  const places = plan.flatMap((order) =>
    order.courierId === null ? [] : [`${order.courierId} ${order.position}`],
  );
  expect(new Set(places).size).toBe(places.length);
  return Math.max(0, ...conflicts.map((courier) => Number(courier.orders)));
}

// Orders of an earlier day may remain with a courier, so the days on which a courier has only one come first.
const DAYS = [
  [1, "none"],
  [2, "none"],
  [3, "all_accounts"],
  [4, "all_accounts"],
] as const;

it.each(DAYS.filter(([seed]) => isLongRun || seed % 2 === 1))(
  "each order has one place in the plan or in a route, or a reason, on a random day (seed %i, stacked: %s)",
  async (seed, scope) => {
    const isStacked = scope !== "none";
    await local.db.models.stackingSettings.updateMany({ data: { scope } });
    const random = createRandom(seed);
    const pick = <Item>(items: readonly Item[]): Item | undefined =>
      items[Math.floor(random() * items.length)];
    const place = () => destinationPoint(CENTER, 360 * random(), 6_000 * random());
    const { context } = local.couriers;
    await local.db.models.courier.updateMany({ data: { disabledAt: local.clock.now() } });
    const couriers: string[] = [];
    for (const type of isStacked ? VEHICLES : [...VEHICLES, ...VEHICLES]) {
      couriers.push(await local.couriers.makeFreeCourier(place(), { type }));
    }
    const shops = [place(), place()];
    const order = async (from = isStacked ? pick(shops) : place()): Promise<void> => {
      const contact = { value: "+7" };
      const body = orderBody({
        pickup: { address: { ...CENTER, ...from }, contact },
        dropoffs: [{ address: { ...CENTER, ...place() }, contact }],
        cargo_size: pick(SIZES),
      });
      await createOrder(context, shop.scope, { body });
    };
    const findOrder = async (statuses: readonly ("new" | "assigned" | "in_progress")[]) =>
      pick(
        await local.db.models.order.findMany({
          where: { status: { in: [...statuses] }, mode: "live" },
          orderBy: { id: "asc" },
        }),
      );
    const change = async (): Promise<void> => {
      const found = await findOrder(["new", "assigned", "in_progress"]);
      const externalOrderId = found?.externalOrderId ?? "";
      const courierId = found?.courierId ?? null;
      const kind = random();
      if (found === undefined || kind < 0.3) return order();
      if (kind < 0.4) return attempt(() => cancelOrder(context, shop.scope, { externalOrderId }));
      if (kind < 0.5)
        return attempt(() =>
          patchOrder(context, shop.scope, { externalOrderId, body: { cargo_size: pick(SIZES) } }),
        );
      if (kind < 0.6) return attempt(() => setBreak(context, pick(couriers) ?? "", random() < 0.5));
      if (kind < 0.65) return attempt(() => setShift(context, pick(couriers) ?? "", random() < 0.7));
      if (kind < 0.67) return attempt(() => disableCourier(context, pick(couriers) ?? "", true));
      if (courierId === null) return order();
      if (kind < 0.75) return attempt(() => unassignSelf(context, courierId, found.id));
      if (kind < 0.8)
        return attempt(() => recordStep(context, courierId, { orderId: found.id, step: { type: "accept" } }));
      if (isStacked && kind < 0.9)
        return attempt(() =>
          recordStep(context, courierId, { orderId: found.id, step: { type: "arrive_at_pickup" } }),
        );
      if (kind < 0.9) return attempt(() => startOrder(context, shop.scope, externalOrderId));
      return attempt(() => deliverOrder(context, shop.scope, externalOrderId));
    };
    // More from one shop than there are couriers.
    if (isStacked) for (let count = 0; count < 12; count += 1) await order(shops[0]);
    const counts = { planned: 0, unplanned: 0 };
    let mostTogether = 0;
    let memory = createDispatchMemory();
    for (let minute = 0; minute < 40; minute++) {
      await change();
      await change();
      local.clock.advance(30_000);
      for (const courierId of couriers) await refreshPosition(courierId);
      // The process that planned ends, and another one goes on without its memory.
      if (minute % 10 === 9) memory = createDispatchMemory();
      expect(await dispatchOrders(context, undefined, memory)).toMatchObject({ isContested: false });
      mostTogether = Math.max(mostTogether, await checkDispatch());
      const planned = await listPlannedOrders(local.db, local.clock.now());
      for (const { courierId } of planned) counts[courierId === null ? "unplanned" : "planned"]++;
    }
    const delivered = await local.db.models.order.count({ where: { status: "delivered" } });
    // Shared routes may leave no order without a courier.
    const seen = isStacked ? [delivered] : [counts.planned, counts.unplanned, delivered];
    expect(Math.min(...seen)).toBeGreaterThan(0);
    expect(mostTogether > 1).toBe(isStacked);
  },
);
