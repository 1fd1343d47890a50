import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { reassignInProgress } from "@/lib/orders/fulfillment/reassign-in-progress";
import { allowSeveralOrders } from "@/testing/allow-several-orders";
import { type ApiClient, address, orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

interface OrderReading {
  stops_before: (number | null)[] | null;
}

describe("the number of stops of other orders before a dropoff", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
    await allowSeveralOrders(local.db);
  });
  afterAll(() => local?.close());

  /** An order of a new shop with its own pickup and two dropoffs, assigned to the courier. */
  const makeOrder = async (courierId: string, latitude: number) => {
    const { shop, api } = await local.newShop();
    const pickup = { address: address(latitude, 30.3), contact: { value: "+79160000001" } };
    const body = orderBodyWith(2, { cargo_size: "S", pickup });
    const created = await api.create(body);
    const path = `/v1/partner/orders/${body.external_order_id}`;
    expect(await read(api, path)).toBeNull();
    const externalOrderId = body.external_order_id;
    const { id } = await assignCourier(local.couriers.context, shop.scope, { externalOrderId, courierId });
    const take = (step: Parameters<typeof local.couriers.take>[2]) =>
      local.couriers.take(courierId, id, step);
    return {
      id,
      externalOrderId,
      api,
      path,
      take,
      created: created.data as unknown as OrderReading,
      scope: shop.scope,
    };
  };
  const read = async (api: ApiClient, path: string) => {
    const { stops_before: stopsBefore } = (await api.get<OrderReading>(path)).data;
    const { orders } = (await api.get<{ orders: OrderReading[] }>("/v1/partner/orders")).data;
    expect(orders.map(({ stops_before: listed }) => listed)).toEqual([stopsBefore]);
    return stopsBefore;
  };

  it("is shown from the acceptance to the end of a dropoff, and elsewhere than in a read or list never (RES-24, RES-12, READ-1)", async () => {
    const courierId = await local.couriers.makeCourier({ type: "van" });
    const first = await makeOrder(courierId, 59.91);
    const second = await makeOrder(courierId, 59.92);
    const readBoth = async () => [await read(first.api, first.path), await read(second.api, second.path)];
    expect(first.created.stops_before).toBeNull();
    expect(await readBoth()).toEqual([null, null]);
    await second.take({ type: "accept" });
    expect(await readBoth()).toEqual([null, [3, 3]]);
    await first.take({ type: "accept" });
    expect(await readBoth()).toEqual([
      [0, 0],
      [3, 3],
    ]);
    const edited = await second.api.send<OrderReading>("PATCH", second.path, { comment: "Fragile" });
    expect(edited.data.stops_before).toBeNull();
    await first.take({ type: "pick_up" });
    expect(await readBoth()).toEqual([
      [0, 0],
      [2, 2],
    ]);
    await first.take({ type: "arrive", dropoff: 0 });
    await first.take({ type: "hand_over", dropoff: 0 });
    expect(await readBoth()).toEqual([
      [null, 0],
      [1, 1],
    ]);
    await first.take({ type: "arrive", dropoff: 1 });
    await first.take({ type: "hand_over", dropoff: 1 });
    expect(await readBoth()).toEqual([null, [0, 0]]);
    for (const { api } of [first, second]) {
      const { events } = (
        await api.get<{ events: { order: OrderReading }[] }>("/v1/partner/events?limit=100")
      ).data;
      expect(events.length).toBeGreaterThan(1);
      expect(events.map(({ order }) => order.stops_before)).toEqual(events.map(() => null));
    }
    const cancelled = await second.api.post<OrderReading>(`${second.path}/cancel`);
    expect(cancelled.data.stops_before).toBeNull();
    expect(await read(second.api, second.path)).toBeNull();
  });

  it("is null for a failed dropoff, and until another courier has the goods (RES-24)", async () => {
    const [courierId, next] = [
      await local.couriers.makeCourier({ type: "van" }),
      await local.couriers.makeCourier({ type: "van" }),
    ];
    const { id, externalOrderId, api, path, take, scope } = await makeOrder(courierId, 59.91);
    await take({ type: "pick_up" });
    await take({ type: "arrive", dropoff: 0 });
    const failure = { code: "refused", comment: null } as const;
    await local.couriers.take(courierId, id, { type: "fail", dropoff: 0 }, { failure });
    expect(await read(api, path)).toEqual([null, 0]);
    const other = await makeOrder(next, 59.92);
    await other.take({ type: "accept" });
    await reassignInProgress(local.couriers.context, scope, { externalOrderId, courierId: next });
    expect(await read(api, path)).toBeNull();
    await local.couriers.take(next, id, { type: "take_over" });
    expect(await read(api, path)).toEqual([null, 3]);
  });

  it("does not count an order that is collected together with it (RES-25)", async () => {
    const courierId = await local.couriers.makeCourier({ type: "van" });
    const first = await makeOrder(courierId, 59.91);
    const second = await makeOrder(courierId, 59.91);
    await second.take({ type: "accept" });
    expect(await read(second.api, second.path)).toEqual([2, 2]);
    await first.take({ type: "pick_up" });
    expect(await read(second.api, second.path)).toEqual([2, 2]);
  });
});
