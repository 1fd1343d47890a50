import { afterAll, beforeAll, expect, it } from "vitest";
import { listActiveCouriers } from "@/lib/couriers/list-couriers";
import { listRoute, type RouteStop } from "@/lib/couriers/list-route";
import { recordPosition } from "@/lib/couriers/record-position";
import { setShift } from "@/lib/couriers/set-shift";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import type { Point } from "@/lib/point";
import { createRandom } from "@/lib/random";
import { greatCircleMeters } from "@/lib/routing/geo";
import { destinationPoint } from "@/lib/routing/path";
import { getTracking, type Tracking } from "@/lib/tracking/get-tracking";
import { findTrackedById } from "@/lib/tracking/store";
import { sendPositions } from "@/lib/webhooks/send-positions";
import { POSITION_EVENT } from "@/lib/webhooks/webhook-event";
import { allowSeveralOrders } from "@/testing/allow-several-orders";
import { amount } from "@/testing/amount";
import { address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { mixRoute } from "@/testing/mix-route";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

const CENTER = { latitude: 59.93, longitude: 30.33 };
const DOOR_METERS = 200;

const shown = { places: 0, events: 0, stopsBefore: 0 };

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
  // The statement that selects positions to send has the database's time.
  local.clock.advance(Date.now() - local.clock.now().getTime());
  await allowSeveralOrders(local.db);
});
afterAll(() => local.close());

/** Orders of several shops, some of them with the same pickup, and doors far apart or close together. */
async function makeOrders(courierId: string, random: () => number) {
  const shop = destinationPoint(CENTER, 360 * random(), 2_000 * random());
  const orders = [];
  for (let number = 1; number <= 2 + Math.floor(3 * random()); number += 1) {
    const spread = random() < 0.5 ? 150 : 2_500;
    const place = () => destinationPoint(shop, 360 * random(), spread * random());
    const pickup = random() < 0.5 ? shop : place();
    const stop = (point: Point) => ({
      address: { ...address(), ...point, building: `MARK-${number}` },
      contact: { value: "+79110000000", name: `MARK-${number}` },
    });
    const { shop: client, api } = await local.newShop();
    const doors = Array.from({ length: 1 + Math.floor(2 * random()) }, place);
    const body = orderBody({ pickup: stop(pickup), dropoffs: doors.map(stop), cargo_size: "S" });
    await api.create(body);
    await addEndpoint(testWebhooks(local.db), client.scope, "https://shop.example/hooks", [POSITION_EVENT]);
    const externalOrderId = body.external_order_id;
    const { id } = await assignCourier(local.couriers.context, client.scope, { externalOrderId, courierId });
    const stops = await local.db.models.orderStop.findMany({
      where: { orderId: id },
      orderBy: { position: "asc" },
    });
    const { trackingToken } = await local.db.models.order.findUniqueOrThrow({ where: { id } });
    const tokens = [trackingToken, ...stops.map((one) => one.trackingToken)].filter(
      (token) => token !== null,
    );
    orders.push({ id, number, externalOrderId, api, scope: client.scope, stops, tokens });
  }
  return orders;
}

type RoutedOrder = Awaited<ReturnType<typeof makeOrders>>[number];

/** The stops of other orders before each dropoff, without pickups at the order's own pickup. */
function countOthersBefore(route: readonly RouteStop[], orders: readonly RoutedOrder[], order: RoutedOrder) {
  const isTogether = ({ orderId, kind }: RouteStop) => {
    const pickup = orders.find(({ id }) => id === orderId)?.stops[0];
    const [own] = order.stops;
    return kind === "collect" && pickup?.latitude === own?.latitude && pickup?.longitude === own?.longitude;
  };
  return order.stops.slice(1).map(({ position }) => {
    const visit = route.findIndex(
      ({ orderId, kind, stopPosition }) =>
        orderId === order.id && kind === "deliver" && stopPosition === position,
    );
    const before = route.slice(0, Math.max(0, visit));
    return visit === -1
      ? null
      : before.filter((stop) => stop.orderId !== order.id && !isTogether(stop)).length;
  });
}

it.each(Array.from({ length: amount(2, 150) }, (_, index) => index + 1))(
  "no reader sees the courier on the way to another order's stop or near one, nor a text of it, but how many such stops come first (RES-24, RES-25, TRK-5) (seed %i)",
  async (seed) => {
    const random = createRandom(seed);
    const courierId = await local.couriers.makeCourier({ type: "van" });
    await setShift(local.couriers.context, courierId, true);
    let here: Point = CENTER;
    const report = async (place: Point) => {
      local.clock.advance(90_000);
      here = place;
      await recordPosition(local.couriers.context, courierId, {
        ...place,
        heading: 0,
        recordedAt: local.clock.now(),
      });
    };
    await report(CENTER);
    const orders = await makeOrders(courierId, random);
    await mixRoute(local.db, courierId, random);
    for (const { id } of orders) await local.couriers.take(courierId, id, { type: "accept" });
    const checkStopsBefore = async (
      route: readonly RouteStop[],
      order: RoutedOrder,
      views: readonly Tracking[],
      stopsBefore: unknown,
    ) => {
      const others = countOthersBefore(route, orders, order);
      const isOver = others.every((count) => count === null);
      expect([order.number, stopsBefore]).toEqual([order.number, isOver ? null : others]);
      const { data } = await order.api.get<{ orders: object[] }>("/v1/partner/orders");
      expect(data.orders).toMatchObject([{ stops_before: stopsBefore }]);
      const pages = views.slice(-others.length);
      others.forEach((count, dropoff) => {
        if (count === null) return;
        const own = others.slice(0, dropoff).filter((earlier) => earlier !== null).length;
        expect(pages[dropoff]).toMatchObject({ view: { stopsBefore: count + own } });
        if (count > 0) shown.stopsBefore += 1;
      });
    };
    const check = async () => {
      const route = await listRoute(local.db, courierId);
      const [next] = route;
      const isOpen = (order: (typeof orders)[number]) => route.some(({ orderId }) => orderId === order.id);
      await local.db.models.webhookDelivery.deleteMany();
      await sendPositions(local.runtime);
      for (const order of orders) {
        const views = await Promise.all(order.tokens.map((token) => getTracking(local.runtime, token)));
        const drawn = views.flatMap((view) =>
          view.kind === "open" ? [view.view.drawing?.courier ?? null] : [],
        );
        const { data } = await order.api.get(`/v1/partner/orders/${order.externalOrderId}`);
        await checkStopsBefore(route, order, views, data.stops_before);
        const couriers = await listActiveCouriers(local.db, order.scope, []);
        const delivery = await local.db.models.webhookDelivery.findFirst({ where: { orderId: order.id } });
        const places = [
          ...drawn,
          data.driver_location,
          ...couriers.map(({ position }) => position),
          delivery,
        ];
        const seen = places.filter((place) => place !== null).length;
        shown.places += seen;
        shown.events += delivery === null ? 0 : 1;
        const isAlone = (other: (typeof orders)[number]) =>
          other === order ||
          // The pickup of an order that has ended tells nothing.
          other.stops
            .slice(isOpen(other) ? 0 : 1)
            .every(
              (stop) =>
                greatCircleMeters(here, stop) > DOOR_METERS + 1 ||
                order.stops.some((own) => own.latitude === stop.latitude && own.longitude === stop.longitude),
            );
        if (next !== undefined && next.orderId !== order.id)
          expect([order.number, seen]).toEqual([order.number, 0]);
        if (!orders.every(isAlone)) expect([order.number, seen]).toEqual([order.number, 0]);
        const texts = JSON.stringify([views, data, couriers, delivery?.body], (_, value) =>
          typeof value === "bigint" ? String(value) : value,
        );
        const marks = new Set(texts.match(/MARK-\d/g));
        expect([...marks].filter((mark) => mark !== `MARK-${order.number}`)).toEqual([]);
      }
    };
    for (
      let [next] = await listRoute(local.db, courierId);
      next !== undefined;
      [next] = await listRoute(local.db, courierId)
    ) {
      const { orderId, kind, stopPosition } = next;
      const target = orders.find(({ id }) => id === orderId)?.stops[stopPosition];
      if (target === undefined) throw new Error("The route has stops of these orders alone.");
      const from = here;
      for (const share of [0.5, 0.9, 1]) {
        const along = (axis: "latitude" | "longitude") => from[axis] + share * (target[axis] - from[axis]);
        await report({ latitude: along("latitude"), longitude: along("longitude") });
        await check();
      }
      const step =
        kind === "collect"
          ? { type: "pick_up" as const }
          : { type: "hand_over" as const, dropoff: stopPosition - 1 };
      await local.couriers.take(courierId, orderId, step);
      await check();
    }
  },
);

it("readers do see the courier on the way to their own stops", () => {
  expect(shown.places).toBeGreaterThan(10);
  expect(shown.events).toBeGreaterThan(2);
  expect(shown.stopsBefore).toBeGreaterThan(10);
});

it("the arrival at a door counts the stops of other orders before it, which its page announces as a number", async () => {
  const courierId = await local.couriers.makeFreeCourier(CENTER);
  const random = createRandom(1);
  const [first, second] = await makeOrders(courierId, random);
  if (first === undefined || second === undefined) throw new Error("There are two orders at least.");
  for (const { id } of [first, second]) await local.couriers.take(courierId, id, { type: "pick_up" });
  const [token = ""] = second.tokens;
  const tracked = await findTrackedById(local.db, second.id, 1);
  const before = first.stops.length - 1;
  expect([tracked?.isNext, tracked?.stopsOfOthers.length]).toEqual([false, before]);
  const read = async () => {
    const tracking = await getTracking(local.runtime, token);
    if (tracking.kind !== "open") throw new Error("The link is open.");
    return tracking.view;
  };
  if (second.stops.length === 2)
    expect(await read()).toMatchObject({ stopsBefore: before, mayFollow: false });
  for (const dropoff of Array.from({ length: before }, (_, index) => index)) {
    await local.couriers.take(courierId, first.id, { type: "hand_over", dropoff });
  }
  expect(await read()).toMatchObject({ stopsBefore: 0 });
});
