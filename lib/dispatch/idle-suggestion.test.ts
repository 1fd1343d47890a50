import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { withAudit } from "@/lib/audit/call";
import { getAppState } from "@/lib/courier-app/get-app-state";
import { recordPosition } from "@/lib/couriers/record-position";
import { setBreak, setShift } from "@/lib/couriers/set-shift";
import { changeIdleSuggestions } from "@/lib/dispatch/change-idle-suggestions";
import { dismissSuggestion } from "@/lib/dispatch/dismiss-suggestion";
import { createDispatchMemory, dispatchOrders } from "@/lib/dispatch/dispatch-orders";
import { toPickupArea } from "@/lib/dispatch/idle-suggestion";
import { getIdleSuggestionSettings, idleSuggestionChoice } from "@/lib/dispatch/idle-suggestion-settings";
import { directPlanner } from "@/lib/dispatch/make-plan";
import type { Planner } from "@/lib/dispatch/planner";
import { MINUTE_MS } from "@/lib/duration";
import { createOrder } from "@/lib/orders/create-order";
import { createRandom } from "@/lib/random";
import { greatCircleMeters } from "@/lib/routing/geo";
import { destinationPoint } from "@/lib/routing/path";
import { address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";

const PICKUP = { latitude: 59.9354, longitude: 30.3254 };
const AREA = { latitude: 59.936, longitude: 30.32535 };
const NEAR = destinationPoint(PICKUP, 90, 800);
const FAR = destinationPoint(PICKUP, 90, 6_000);

let local: LocalApi;
let shop: Client;
let memory: ReturnType<typeof createDispatchMemory>;
let planner: Planner;

beforeAll(async () => {
  local = await openLocalApi();
  ({ shop } = await local.newShop());
  const body = orderBody({
    pickup: { address: { ...address(), ...PICKUP }, contact: { value: "+78125550100" } },
  });
  await createOrder(local.couriers.context, shop.scope, { body });
  await local.couriers.lead(shop.scope, body.external_order_id, "delivered");
});
afterAll(() => local.close());

beforeEach(async () => {
  await local.db.models.idleSuggestion.deleteMany();
  await local.db.models.courier.updateMany({ data: { disabledAt: local.clock.now() } });
  memory = createDispatchMemory();
  planner = directPlanner;
  await turn(true);
});

const turn = (isOn: boolean) =>
  changeIdleSuggestions(local, idleSuggestionChoice.parse(isOn ? { is_on: "on" } : {}));

async function runPass(): Promise<void> {
  await dispatchOrders({ ...local.couriers.context, planner }, undefined, memory);
}

const listSuggestions = () => local.db.models.idleSuggestion.findMany();

async function findShown(courierId: string) {
  const courier = await local.db.models.courier.findUniqueOrThrow({ where: { id: courierId } });
  const context = { ...local.couriers.context, dispatcherPhone: null, pushKey: null };
  return (await getAppState(context, courier, "secret")).suggestion;
}

it("an idle courier is suggested the area of recent pickups, while no order waits", async () => {
  const courierId = await local.couriers.makeFreeCourier(NEAR);
  expect(await findShown(courierId)).toBeNull();
  await runPass();
  expect(await listSuggestions()).toMatchObject([{ courierId, ...AREA }]);
  const suggestedAt = local.clock.now().toISOString();
  expect(await findShown(courierId)).toEqual({ ...AREA, minutes: 5, suggestedAt });
});

it("nothing is suggested while the setting is off, and turning it off ends what is shown", async () => {
  const courierId = await local.couriers.makeFreeCourier(NEAR);
  await turn(false);
  await runPass();
  expect(await listSuggestions()).toEqual([]);
  await turn(true);
  await runPass();
  expect(await findShown(courierId)).not.toBeNull();
  await turn(false);
  expect(await findShown(courierId)).toBeNull();
  expect(await listSuggestions()).toMatchObject([{ endedAt: local.clock.now() }]);
  // A pass that began before wrote one more.
  await local.db.models.idleSuggestion.updateMany({ data: { endedAt: null } });
  expect(await findShown(courierId)).toBeNull();
});

it("is off until an operator turns it on, which the audit log records", async () => {
  await local.db.models.idleSuggestionSettings.deleteMany();
  expect(await getIdleSuggestionSettings(local.db)).toEqual({ isOn: false });
  const call = {
    id: randomUUID(),
    action: "idle_suggestions.change",
    actorType: "command_line",
    actorId: null,
    sessionId: null,
    network: null,
    agent: null,
    requestId: null,
  } as const;
  const { db } = withAudit({ db: local.db }, call);
  await changeIdleSuggestions({ db, clock: local.clock }, { is_on: true });
  const records = await local.db.models.auditRecord.findMany({
    where: { callId: call.id },
    include: { details: true },
  });
  expect(records).toMatchObject([
    { action: "idle_suggestions.change", details: { changes: [{ after: { is_on: true } }] } },
  ]);
});

it("couriers on a break, off shift, with an offer or farther than eight minutes are left out", async () => {
  const { context } = local.couriers;
  const onBreak = await local.couriers.makeFreeCourier(NEAR);
  await setBreak(context, onBreak, true);
  const offShift = await local.couriers.makeFreeCourier(NEAR);
  await setShift(context, offShift, false);
  await local.couriers.makeFreeCourier(FAR);
  await runPass();
  expect(await listSuggestions()).toEqual([]);
  // Another pass offers the order to the courier during the planning of this one.
  const offered = await local.couriers.makeFreeCourier(NEAR);
  memory = createDispatchMemory();
  planner = {
    async plan(request, previous) {
      const planned = await directPlanner.plan(request, previous);
      await makeOrder();
      await dispatchOrders(context);
      return planned;
    },
  };
  await runPass();
  expect(await local.db.models.order.findFirst({ where: { courierId: offered } })).not.toBeNull();
  expect(await listSuggestions()).toEqual([]);
});

async function makeOrder(): Promise<void> {
  const pickup = { address: { ...address(), ...PICKUP }, contact: { value: "+78125550100" } };
  await createOrder(local.couriers.context, shop.scope, { body: orderBody({ pickup }) });
}

it("a courier gets a suggestion every ten minutes at most, also from another process", async () => {
  const courierId = await local.couriers.makeFreeCourier(NEAR);
  const suggestedAt = local.clock.now();
  await runPass();
  await dismissSuggestion(local.couriers.context, courierId, suggestedAt);
  local.clock.advance(10 * MINUTE_MS - 1);
  await runPass();
  memory = createDispatchMemory();
  await runPass();
  expect(await listSuggestions()).toMatchObject([{ suggestedAt }]);
  memory = createDispatchMemory();
  local.clock.advance(1);
  await runPass();
  expect(await listSuggestions()).toMatchObject([{ suggestedAt: local.clock.now(), endedAt: null }]);
});

it("places are computed every ten minutes at most", async () => {
  let computed = 0;
  planner = {
    async plan(request, previous) {
      computed += Number(request.areMovesWanted);
      return directPlanner.plan(request, previous);
    },
  };
  await runPass();
  local.clock.advance(10 * MINUTE_MS - 1);
  await runPass();
  expect(computed).toBe(1);
  local.clock.advance(1);
  await runPass();
  expect(computed).toBe(2);
});

it.each<[string, (courierId: string) => Promise<void>]>([
  ["expires after ten minutes", async () => local.clock.advance(10 * MINUTE_MS)],
  ["ends with a break", (id) => setBreak(local.couriers.context, id, true)],
  ["ends with the shift", (id) => setShift(local.couriers.context, id, false)],
  [
    "ends where it leads",
    async (id) => {
      local.clock.advance(1);
      const place = destinationPoint(AREA, 90, 150);
      await recordPosition(local.couriers.context, id, {
        ...place,
        heading: 0,
        recordedAt: local.clock.now(),
      });
    },
  ],
  [
    "ends with an order",
    async () => {
      await makeOrder();
      await dispatchOrders(local.couriers.context);
    },
  ],
])("a suggestion %s, at once and for good", async (_, end) => {
  const courierId = await local.couriers.makeFreeCourier(NEAR);
  await runPass();
  expect(await findShown(courierId)).not.toBeNull();
  await end(courierId);
  expect(await findShown(courierId)).toBeNull();
  const { suggestedAt } = memory;
  memory = { ...createDispatchMemory(), suggestedAt: local.clock.now() };
  await runPass();
  expect(await listSuggestions()).toMatchObject([{ suggestedAt, endedAt: local.clock.now() }]);
});

it("a dismissal is idempotent and leaves a later suggestion and those of others", async () => {
  const { context } = local.couriers;
  const courierId = await local.couriers.makeFreeCourier(NEAR);
  await runPass();
  const suggestedAt = local.clock.now();
  await dismissSuggestion(context, courierId, new Date(suggestedAt.getTime() - 1));
  await dismissSuggestion(context, await local.couriers.makeCourier(), suggestedAt);
  expect(await findShown(courierId)).not.toBeNull();
  await dismissSuggestion(context, courierId, suggestedAt);
  const endedAt = local.clock.now();
  local.clock.advance(1_000);
  await dismissSuggestion(context, courierId, suggestedAt);
  expect(await findShown(courierId)).toBeNull();
  expect(await listSuggestions()).toMatchObject([{ endedAt }]);
});

it("an area is within 200 meters of its pickups and shared by close ones", () => {
  const random = createRandom(1);
  for (let run = 0; run < 1_000; run++) {
    const pickup = { latitude: 160 * random() - 80, longitude: 360 * random() - 180 };
    expect(greatCircleMeters(pickup, toPickupArea(pickup))).toBeLessThan(200);
  }
  const areas = Array.from({ length: 100 }, () => toPickupArea(destinationPoint(AREA, 360 * random(), 90)));
  expect(new Set(areas.map((area) => JSON.stringify(area))).size).toBe(1);
});
