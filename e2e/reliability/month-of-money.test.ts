import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordPosition } from "@/lib/couriers/record-position";
import { adjustCharge } from "@/lib/orders/adjust-charge";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { computeTotal } from "@/lib/orders/charge";
import { createOrder } from "@/lib/orders/create-order";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { getOrder, loadOrder } from "@/lib/orders/load-order";
import { FAILURE_CODES } from "@/lib/orders/order";
import type { CourierStep } from "@/lib/orders/progress";
import { patchOrder } from "@/lib/orders/update/patch-order";
import { fromRubles, kopecks, toRubles } from "@/lib/pricing/money";
import { createQuote } from "@/lib/pricing/quotes/create-quote";
import { pricedInputFromBody } from "@/lib/pricing/quotes/schema";
import { setTariff } from "@/lib/pricing/set-tariff";
import { createRandom } from "@/lib/random";
import { amount } from "@/testing/amount";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { runText } from "@/testing/run-text";

const ORDERS = amount(40, 500);
const MONTH_MS = 30 * 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
const SIZES = ["S", "M", "L", "XL"] as const;

function drawFrom(seed: number) {
  const next = createRandom(seed);
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    is: (share: number) => next() < share,
    of: <One>(all: readonly One[]): One => all[below(all.length)] as One,
  };
}

/** The test's actions on an order, which no row contains. */
interface MonthActions {
  readonly externalOrderId: string;
  /** The tariff of the day on which it was last priced. */
  readonly tariffId: number;
  /** From when each wait counts that does. */
  readonly waits: Map<number, Date>;
  readonly adjustments: number[];
}

type Row = Record<string, string | null>;
const number = (row: Row, name: string): number => Number(row[name]);
/** An amount in kopecks. */
const sum = (row: Row, name: string): number => Math.round(Number(row[name]) * 100);
const instant = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null);

/** The price of a leg in kopecks, as the words of the spec have it (Tariff table). */
function getLeg(tariff: Row, meters: number, size: string): number {
  const [first, width, last] = ["first_threshold_km", "band_width_km", "max_threshold_km"].map((name) =>
    Math.round(Number(tariff[name]) * 1000),
  ) as [number, number, number];
  let price = sum(tariff, "base_price");
  for (let end = first; meters >= end; end = Math.min(end + width, last)) {
    price += sum(tariff, "band_step");
    if (end === last) {
      price += Math.floor(((meters - last) * sum(tariff, "per_km_over") + 500) / 1000);
      break;
    }
  }
  return price + sum(tariff, "cargo_size_step_fee") * SIZES.indexOf(size as "S");
}

describe("a month of orders", () => {
  let api: LocalApi;
  beforeAll(async () => {
    api = await openLocalApi();
  });
  afterAll(() => api?.close());

  it("has prices, charges and totals that can be recomputed from the tariff of each day (CHG-1, CHG-2, CHG-3, CHG-4, CHG-6)", async () => {
    const seed = randomInt(2 ** 31);
    const random = drawFrom(seed);
    const { context } = api.couriers;
    const { shop } = await api.newShop();
    const { db, clock } = api;
    const pass = (minutes: number) => clock.advance(minutes * MINUTE_MS + random.below(MINUTE_MS));

    const anyTariff = () => {
      const first = 500 + random.below(5_000);
      return setTariff(db, {
        basePrice: kopecks(random.below(50_000)),
        firstThresholdMeters: first,
        bandWidthMeters: 300 + random.below(3_000),
        bandStep: kopecks(random.below(10_000)),
        maxThresholdMeters: first + random.below(9_000),
        perKmOver: kopecks(random.below(5_000)),
        cargoSizeStepFee: kopecks(random.below(10_000)),
        cancellationFeeAssigned: kopecks(random.is(0.3) ? 0 : random.below(30_000)),
        cancellationFeeArrived: kopecks(random.is(0.3) ? 0 : random.below(60_000)),
        waitingFreeMinutes: random.below(12),
        waitingPerMinute: kopecks(random.is(0.3) ? 0 : random.below(2_000)),
        returnPercent: random.is(0.3) ? 0 : random.below(301),
        courierPercent: 0,
      });
    };

    const live = async (): Promise<MonthActions> => {
      const count = 1 + random.below(3);
      const body = orderBodyWith(count, {
        cargo_size: random.of(SIZES),
        routing_mode: random.of(["sequential", "parallel"]),
        if_undeliverable: random.of(["return", "leave"]),
      });
      const points = [body.pickup, ...body.dropoffs].map(({ address }) => address);
      let tariffId = tariff.id;
      if (random.is(0.3)) {
        const [pickup, ...dropoffs] = points as [(typeof points)[0], ...typeof points];
        const { cargo_size, routing_mode } = body;
        const quote = await createQuote(
          context,
          shop.scope,
          pricedInputFromBody({
            pickup,
            dropoffs,
            ...(cargo_size === undefined ? {} : { cargo_size }),
            ...(routing_mode === undefined ? {} : { routing_mode }),
          }),
        );
        // The quote keeps the price of the tariff that was in force when it was made.
        if (random.is(0.5)) tariff = await anyTariff();
        body.quote_id = quote.id;
      }
      const externalOrderId = body.external_order_id;
      const { order } = await createOrder(context, shop.scope, { body });
      const deliveries = { externalOrderId, waits: new Map<number, Date>(), adjustments: [] as number[] };
      const done = () => ({ ...deliveries, tariffId });
      if (random.is(0.2)) {
        await patchOrder(context, shop.scope, {
          externalOrderId,
          body: { cargo_size: body.cargo_size === "XL" ? "S" : "XL" },
        });
        tariffId = tariff.id;
      }
      const adjust = async () => {
        const rubles = random.is(0.5) ? random.below(500) + 1 : -1;
        const change = fromRubles(rubles);
        const charged = await getOrder(db, { scope: shop.scope, externalOrderId });
        if ((computeTotal(charged) ?? 0) + change < 0) return;
        await adjustCharge(context, shop.scope, { externalOrderId, amount: change, why: "As agreed." });
        deliveries.adjustments.push(change);
      };
      const cancel = () => cancelOrder(context, shop.scope, { externalOrderId });
      if (random.is(0.1)) {
        await cancel();
        return done();
      }
      const courierId = await api.couriers.makeCourier({ type: "van" });
      await assignCourier(context, shop.scope, { externalOrderId, courierId, isAnyVehicleFine: true });
      const stored = await loadOrder(db, { scope: shop.scope, externalOrderId });
      if (stored === null) throw new Error(`${order.orderCode} is gone.`);
      const take = (step: CourierStep, report?: Parameters<typeof recordStep>[2]["report"]) =>
        recordStep(context, courierId, { orderId: stored.id, step, report });
      const fix = (position: number, metersAway: number) => {
        const { latitude, longitude } = points[position] as { latitude: number; longitude: number };
        const place = { latitude: latitude + metersAway / 111_195, longitude, heading: 0 };
        return recordPosition(context, courierId, { ...place, recordedAt: clock.now() });
      };
      /** Arrives, is seen at the stop at once, later or never, and stays for some minutes. */
      const waitAt = async (position: number, arrive: () => Promise<void>) => {
        pass(3 + random.below(5));
        const sight = random.of(["at once", "at once", "late", "never"] as const);
        await fix(position, sight === "at once" ? random.below(290) : 400 + random.below(500));
        await arrive();
        const arrivedAt = clock.now();
        if (sight === "at once") deliveries.waits.set(position, arrivedAt);
        pass(1 + random.below(8));
        if (sight === "late") {
          await fix(position, random.below(290));
          deliveries.waits.set(position, clock.now());
          pass(random.below(25));
        }
        if (random.is(0.5)) pass(random.below(20));
      };
      if (random.is(0.1)) {
        await cancel();
        return done();
      }
      await take({ type: "accept" });
      await waitAt(0, () => take({ type: "arrive_at_pickup" }));
      if (random.is(0.1)) {
        await cancel();
        return done();
      }
      await take({ type: "pick_up" });
      for (let dropoff = 0; dropoff < count; dropoff += 1) {
        if (random.is(0.05)) {
          await cancel();
          break;
        }
        await waitAt(dropoff + 1, () => take({ type: "arrive", dropoff }));
        if (random.is(0.05)) {
          await cancel();
          break;
        }
        if (random.is(0.7)) await take({ type: "hand_over", dropoff });
        else {
          const code = random.of(
            FAILURE_CODES.filter((one) => one !== "recipient_absent" && one !== "no_access"),
          );
          await take({ type: "fail", dropoff }, { failure: { code, comment: "—" } });
        }
      }
      const now = await loadOrder(db, { scope: shop.scope, externalOrderId });
      if (now?.returnState === "on_the_way" && random.is(0.8)) {
        pass(10);
        if (now.status === "in_progress" && random.is(0.2)) await cancel();
        await take({ type: "give_back" });
      }
      if (random.is(0.2)) await adjust();
      return done();
    };

    let tariff = await anyTariff();
    const month: MonthActions[] = [];
    for (let index = 0; index < ORDERS; index += 1) {
      clock.advance(MONTH_MS / ORDERS);
      if (random.is(0.1)) tariff = await anyTariff();
      month.push(await live());
    }

    const tariffs = new Map(
      (await runText(db, "SELECT * FROM tariffs")).map((row) => [number(row, "id"), row]),
    );
    for (const { externalOrderId, tariffId, waits, adjustments } of month) {
      const notified = `${externalOrderId}, seed ${seed}`;
      const [order] = (await runText(
        db,
        `SELECT o.*, (SELECT max(changed_at) FROM order_status_changes h WHERE h.order_id = o.id AND h.status = 'in_progress')
           AS picked_up_at FROM orders o WHERE external_order_id = $1`,
        externalOrderId,
      )) as [Row];
      const stops = await runText(
        db,
        "SELECT * FROM order_stops WHERE order_id = $1::bigint ORDER BY position",
        order.id as string,
      );
      const charges = await runText(
        db,
        "SELECT * FROM order_charges WHERE order_id = $1::bigint ORDER BY id",
        order.id as string,
      );
      const day = tariffs.get(tariffId) as Row;
      expect(number(order, "tariff_id"), notified).toBe(tariffId);

      const dropoffs = stops.slice(1);
      const sizes = dropoffs.map((stop) => stop.cargo_size ?? (order.cargo_size as string));
      const legs = dropoffs.map((stop, index) =>
        getLeg(day, number(stop, "distance_meters"), sizes[index] as string),
      );
      expect(sum(order, "price"), notified).toBe(legs.reduce((total, leg) => total + leg, 0));
      const largest = SIZES.findLast((size) => sizes.includes(size)) as string;
      const wayBack = getLeg(day, number(order, "return_distance_meters"), largest);
      const returnPrice = Math.floor((wayBack * number(day, "return_percent") + 50) / 100);
      expect(sum(order, "return_price"), notified).toBe(returnPrice);

      const due: [string, number][] = adjustments.map((change) => ["adjustment", change]);
      const isCancelled = order.status === "cancelled" && order.cancel_reason !== "undeliverable";
      if (isCancelled && order.courier_id !== null) {
        const isThere = order.arrived_at !== null || order.picked_up_at !== null;
        const fee = isThere ? "cancellation_fee_arrived" : "cancellation_fee_assigned";
        due.push(["cancellation", sum(day, fee)]);
      }
      if (order.return_state === "on_the_way" || order.return_state === "returned") {
        due.push(["return", returnPrice]);
      }
      for (const [position, stop] of stops.entries()) {
        const completed =
          position === 0 ? instant(order.picked_up_at) : instant(stop.delivered_at ?? stop.failed_at);
        const isCharged = sum(day, "waiting_per_minute") > 0 && completed !== null;
        const from = isCharged ? (waits.get(position) ?? null) : null;
        const stayed =
          from === null || completed === null ? 0 : Math.floor((completed - from.getTime()) / MINUTE_MS);
        if (from !== null && stayed > 0) expect(instant(stop.waiting_from), notified).toBe(from.getTime());
        const minutes = Math.max(0, stayed - number(day, "waiting_free_minutes"));
        due.push(["waiting", minutes * sum(day, "waiting_per_minute")]);
      }
      const written = charges.map((charge): [string, number] => [
        charge.type as string,
        sum(charge, "amount"),
      ]);
      const sorted = (list: [string, number][]) => list.map((one) => one.join(" ")).toSorted();
      expect(sorted(written), notified).toEqual(sorted(due.filter(([, cost]) => cost !== 0)));

      const charged = written.reduce((total, [, cost]) => total + cost, 0);
      expect(sum(order, "charges"), notified).toBe(charged);
      const answer = await api
        .client(shop.key)
        .get<{ total: number; price: number }>(`/v1/partner/orders/${externalOrderId}`);
      expect(answer.data.price, notified).toBe(toRubles(kopecks(sum(order, "price"))));
      expect(answer.data.total, notified).toBe(
        toRubles(kopecks(Math.max(0, (order.status === "cancelled" ? 0 : sum(order, "price")) + charged))),
      );
    }
    const seen = await runText(db, "SELECT type, count(*) FROM order_charges GROUP BY type");
    expect(seen.map(({ type }) => type).toSorted(), `seed ${seed}`).toEqual([
      "adjustment",
      "cancellation",
      "return",
      "waiting",
    ]);
  });
});
