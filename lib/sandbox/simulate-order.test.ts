import { afterAll, beforeAll, expect, it } from "vitest";
import { createCourier } from "@/lib/couriers/create-courier";
import { recordPosition } from "@/lib/couriers/record-position";
import { createOrder } from "@/lib/orders/create-order";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { createRandom } from "@/lib/random";
import { greatCircleMeters } from "@/lib/routing/geo";
import { simulateOrder } from "@/lib/sandbox/simulate-order";
import { allowSeveralOrders } from "@/testing/allow-several-orders";
import { address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { mixRoute } from "@/testing/mix-route";

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
  await allowSeveralOrders(local.db);
});
afterAll(() => local.close());

it("a simulated courier delivers three orders along one route, without jumps", async () => {
  const { context } = local.couriers;
  const { shop } = await local.newShop();
  const { id: courierId } = await createCourier(local.db, {
    name: "Robot",
    phone: "+79110000000",
    transport: { type: "car" },
    isSimulated: true,
    mode: "live",
  });
  const start = { latitude: 59.93, longitude: 30.33 };
  await recordPosition(context, courierId, { ...start, heading: 0, recordedAt: local.clock.now() });
  const contact = { value: "+7" };
  const ids: bigint[] = [];
  for (const latitude of [59.94, 59.95, 59.96]) {
    const pickup = { address: address(59.935, 30.33), contact };
    const body = orderBody({
      pickup,
      dropoffs: [{ address: address(latitude, 30.34), contact }],
      cargo_size: "S",
    });
    await createOrder(context, shop.scope, { body });
    const externalOrderId = body.external_order_id;
    ids.push((await assignCourier(context, shop.scope, { externalOrderId, courierId })).id);
  }
  await mixRoute(local.db, courierId, createRandom(4));
  const simulate = simulateOrder(local.runtime.files);
  let jump = 0;
  let open = ids.length;
  let from = start;
  for (let seconds = 0; seconds < 4_000 && open > 0; seconds += 1) {
    local.clock.advance(1_000);
    for (const id of ids) await simulate(context, String(id));
    const { latitude, longitude } = await local.db.models.courierPosition.findUniqueOrThrow({
      where: { courierId },
    });
    jump = Math.max(jump, greatCircleMeters(from, { latitude, longitude }));
    from = { latitude, longitude };
    open = await local.db.models.order.count({ where: { id: { in: ids }, status: { not: "delivered" } } });
  }
  expect(open).toBe(0);
  expect(jump).toBeLessThan(400);
});
