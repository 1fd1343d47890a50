import { afterAll, beforeAll, expect, it } from "vitest";
import { findCandidateRoute } from "@/lib/dispatch/list-candidates";
import { getOrder } from "@/lib/orders/load-order";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

let local: LocalApi;

beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

it("a candidate's route leads to the pickup, or to the courier with the goods once the order is in progress", async () => {
  const { shop, api } = await local.newShop();
  const { context } = local.couriers;
  const { data } = await api.create(orderBody());
  const filed = () => getOrder(local.db, { code: data.order_code }, ["request"]);
  const { details } = await filed();
  const pickup = details.pickup.address;
  const door = details.dropoffs[0]?.address ?? pickup;
  const id = await local.couriers.makeFreeCourier(door);
  const place = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
    latitude: expect.closeTo(latitude, 4),
    longitude: expect.closeTo(longitude, 4),
  });
  const way = await findCandidateRoute(context, await filed(), id);
  expect([way?.[0], way?.at(-1)]).toEqual([place(door), place(pickup)]);

  const carrier = await local.couriers.lead(shop.scope, data.external_order_id, "in_progress");
  const halfway = { latitude: (pickup.latitude + door.latitude) / 2, longitude: pickup.longitude };
  await local.couriers.place(carrier);
  await local.db.models.courierPosition.update({ where: { courierId: carrier }, data: halfway });
  expect((await findCandidateRoute(context, await filed(), id))?.at(-1)).toEqual(place(halfway));

  const nowhere = await local.couriers.makeCourier();
  expect(await findCandidateRoute(context, await filed(), nowhere)).toBeNull();
});
