import { afterAll, beforeAll, expect, it } from "vitest";
import { recordFixes } from "@/lib/couriers/record-fixes";
import { setShift } from "@/lib/couriers/set-shift";
import { MAX_PLAN_AGE_MS, writePlan } from "@/lib/dispatch/planned-order";
import { unassignSelf } from "@/lib/orders/fulfillment/record-step";
import { getTracking, resolveTrackingLink } from "@/lib/tracking/get-tracking";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { planOrders } from "@/testing/plan-orders";

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

async function openLink() {
  const { shop, api } = await local.newShop();
  const body = orderBody();
  const { data } = await api.create(body);
  const token = data.tracking_url?.split("/").at(-1) ?? "";
  const read = async () => {
    const tracking = await getTracking(local.runtime, token);
    if (tracking.kind !== "open") throw new Error("The link is not open.");
    const { phase, pickupAt } = tracking.view;
    return { phase, pickupAt, lastsMs: tracking.lastsMs };
  };
  const readVersion = async () => {
    const link = await resolveTrackingLink(local.runtime, token);
    return link.kind === "open" ? link.version : null;
  };
  const plan = async (time: string, courierId = "00000000-0000-4000-8000-000000000001") => {
    const arrivesAt = new Date(`2026-11-21T${time}:00Z`);
    await planOrders(local, { code: data.order_code, courierId, arrivesAt });
    return arrivesAt;
  };
  const lead = (to: "assigned" | "in_progress") =>
    local.couriers.lead(shop.scope, body.external_order_id, to);
  const assign = () => lead("assigned");
  const order = await local.db.models.order.findUniqueOrThrow({ where: { orderCode: data.order_code } });
  const accept = (courierId: string) => local.couriers.take(courierId, order.id, { type: "accept" });
  const handBack = (courierId: string) => unassignSelf(local.couriers.context, courierId, order.id);
  const door = body.dropoffs[0]?.address ?? body.pickup.address;
  return { read, readVersion, plan, assign, accept, handBack, lead, door };
}

it("a tracking page shows the planned pickup until the plan is old or another courier is assigned", async () => {
  const link = await openLink();
  expect(await link.read()).toMatchObject({ phase: "new", pickupAt: null });
  const pickupAt = await link.plan("12:20");
  expect(await link.read()).toEqual({ phase: "planned", pickupAt, lastsMs: MAX_PLAN_AGE_MS });
  local.clock.advance(MAX_PLAN_AGE_MS);
  expect(await link.read()).toMatchObject({ phase: "new", pickupAt: null });
  await link.plan("12:20");
  await link.assign();
  // The offered courier has not accepted yet.
  expect(await link.read()).toMatchObject({ phase: "new", pickupAt: null });
});

it("a page announces another courier from the moment one who had accepted leaves until the next accepts (TRK-15)", async () => {
  const link = await openLink();
  await link.handBack(await link.assign());
  // The first courier only declined.
  expect(await link.read()).toMatchObject({ phase: "new" });
  const first = await link.assign();
  await link.accept(first);
  expect(await link.read()).toMatchObject({ phase: "assigned" });
  await link.handBack(first);
  expect(await link.read()).toMatchObject({ phase: "replacing" });
  await link.handBack(await link.assign());
  expect(await link.read()).toMatchObject({ phase: "replacing" });
  const last = await link.assign();
  // Offered to the next courier.
  expect(await link.read()).toMatchObject({ phase: "replacing" });
  await link.accept(last);
  expect(await link.read()).toMatchObject({ phase: "assigned" });
});

it("a courier is almost there by two fixes that are five seconds apart, not by one (TRK-13)", async () => {
  const link = await openLink();
  const courierId = await link.lead("in_progress");
  await setShift(local.couriers.context, courierId, true);
  const { latitude, longitude } = link.door;
  const report = async (afterSeconds: number, metersAway: number) => {
    local.clock.advance(afterSeconds * 1000);
    const receivedAt = local.clock.now();
    const fix = { latitude: latitude + metersAway / 111_195, longitude, heading: null, accuracyMeters: 60 };
    await recordFixes(local.db, [{ courierId, fixes: [{ ...fix, recordedAt: receivedAt }], receivedAt }]);
    return (await link.read()).phase;
  };
  expect(await report(60, 2_000)).toBe("in_progress");
  expect(await report(60, 100)).toBe("in_progress");
  expect(await report(3, 100)).toBe("in_progress");
  expect(await report(3, 90)).toBe("near");
});

it("a tracking page shows the planned pickup until the planned courier accepts, also when nothing is planned anew", async () => {
  const link = await openLink();
  const courierId = await link.assign();
  const pickupAt = await link.plan("12:25", courierId);
  await writePlan(local.db, [], local.clock.now());
  expect(await link.read()).toMatchObject({ phase: "planned", pickupAt });
  local.clock.advance(pickupAt.getTime() - local.clock.now().getTime() - 1);
  expect(await link.read()).toEqual({ phase: "planned", pickupAt, lastsMs: 1 });
  local.clock.advance(1);
  expect(await link.read()).toMatchObject({ phase: "new", pickupAt: null });
  await link.plan("12:40", courierId);
  await link.accept(courierId);
  expect(await link.read()).toMatchObject({ phase: "assigned", pickupAt: null });
  await writePlan(local.db, [], local.clock.now());
  expect(await local.db.models.plannedOrder.count()).toBe(0);
});

it("a kept page is rendered again when the shown time of the pickup changes", async () => {
  const link = await openLink();
  const unplanned = await link.readVersion();
  await link.plan("12:20");
  const planned = await link.readVersion();
  expect(planned).not.toBe(unplanned);
  await link.plan("12:22");
  expect(await link.readVersion()).toBe(planned);
  await link.plan("12:23");
  expect(await link.readVersion()).not.toBe(planned);
});
