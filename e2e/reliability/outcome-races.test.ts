import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DomainError } from "@/lib/domain-error";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { sumCharges } from "@/lib/orders/charge";
import { applyDefaultResolution, resolutionJobKey } from "@/lib/orders/fulfillment/apply-default-resolution";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { findOutgoingTakeover } from "@/lib/orders/fulfillment/find-takeover";
import { reassignInProgress } from "@/lib/orders/fulfillment/reassign-in-progress";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { getOrder } from "@/lib/orders/load-order";
import type { CourierStep } from "@/lib/orders/progress";
import { amount } from "@/testing/amount";
import { orderBody, orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { type Client, makeClient } from "@/testing/shop";

const ROUNDS = amount(16, 200);
const RETURN_KOPECKS = 10_050;
const ANSWER_MS = 15 * 60_000;

/** An order that its courier carries. */
interface ActiveDelivery {
  readonly externalOrderId: string;
  readonly orderId: bigint;
  readonly courierId: string;
  readonly take: (...steps: CourierStep[]) => Promise<void>;
}

describe("concurrent decisions about a stop", () => {
  let api: LocalApi;
  let shop: Client;

  beforeAll(async () => {
    api = await openLocalApi();
    shop = await makeClient(api.db);
  });
  afterAll(() => api?.close());

  async function carry(body: ReturnType<typeof orderBody>): Promise<ActiveDelivery> {
    const { context } = api.couriers;
    await api.client(shop.key).create(body);
    const externalOrderId = body.external_order_id;
    const courierId = await api.couriers.makeCourier();
    const { id: orderId } = await assignCourier(context, shop.scope, { externalOrderId, courierId });
    await api.db.models.order.update({ where: { id: orderId }, data: { returnPrice: "100.50" } });
    const take = async (...steps: CourierStep[]) => {
      for (const step of steps) {
        const report = step.type === "fail" ? { failure: { code: "refused" as const, comment: null } } : {};
        await recordStep(context, courierId, { orderId, step, report });
      }
    };
    await take({ type: "pick_up" });
    return { externalOrderId, orderId, courierId, take };
  }

  /**
   * Starts both at once, each first in turn; every other two rounds, the second only when the first is through, so that
   * both ends are seen on any machine. Returns the code of each refusal, or null for what was done.
   */
  async function race(round: number, one: () => Promise<unknown>, other: () => Promise<unknown>) {
    const [first, second] = round % 2 === 0 ? [one, other] : [other, one];
    const early = first();
    if (round % 4 >= 2) await Promise.allSettled([early]);
    const ends = await Promise.allSettled([early, second()]);
    return (round % 2 === 0 ? ends : ends.reverse()).map((end) => {
      if (end.status === "fulfilled") return null;
      if (!(end.reason instanceof DomainError)) throw end.reason;
      return end.reason.code;
    });
  }

  /** Reads a finished order; checks that its charges add up, and that its events have no gap. */
  async function readEnd({ externalOrderId, orderId }: ActiveDelivery) {
    const order = await getOrder(api.db, { scope: shop.scope, externalOrderId }, ["stops", "charges"]);
    const events = await api.db.models.event.findMany({ where: { orderId }, orderBy: { sequence: "asc" } });
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    expect(sumCharges(order.charges)).toBe(order.chargesTotal);
    return {
      status: order.status,
      way: order.returnState,
      charges: order.chargesTotal,
      resolutions: order.stops.flatMap(({ failure }) => (failure === null ? [] : [failure.resolution])),
      // The first three are the same for all: created, assigned, in_progress.
      events: events.slice(3).map(({ type }) => type.replace("order.", "")),
    };
  }

  const cancel = ({ externalOrderId }: ActiveDelivery) =>
    cancelOrder(api.couriers.context, shop.scope, { externalOrderId });

  const ARRIVE: CourierStep = { type: "arrive", dropoff: 0, attempt: 0 };
  const FAIL: CourierStep = { type: "fail", dropoff: 0, attempt: 0 };

  it("apply either the shop's resolution or the default one at its deadline, and the other changes nothing (STOP-5)", async () => {
    const seen = { answered: 0, unanswered: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const carried = await carry(orderBody());
      await carried.take(ARRIVE, FAIL);
      api.clock.advance(ANSWER_MS);
      const { externalOrderId, orderId } = carried;
      const [refusal] = await race(
        round,
        () =>
          resolveUndeliverable(api.couriers.context, shop.scope, {
            externalOrderId,
            action: "leave",
            index: 1,
          }),
        () => applyDefaultResolution(api.couriers.context, resolutionJobKey(orderId, 1, 1)),
      );
      const end = await readEnd(carried);
      if (refusal === null) {
        seen.answered += 1;
        expect(end).toEqual({
          status: "delivered",
          way: null,
          charges: 0,
          resolutions: ["leave"],
          events: ["stop_failed", "delivered"],
        });
      } else {
        seen.unanswered += 1;
        expect(refusal).toBe("NO_OPEN_QUESTION");
        expect(end).toEqual({
          status: "in_progress",
          way: "on_the_way",
          charges: RETURN_KOPECKS,
          resolutions: ["return"],
          events: ["stop_failed", "return_started"],
        });
      }
    }
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
  });

  it("return the goods once, for one charge, after a cancellation and a failed handover (STOP-6, CAN-5)", async () => {
    const seen = { failed: 0, refused: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      // Half of the orders ask the shop what to do with the goods, and half return them at once.
      const wish = round % 8 < 4 ? "ask" : "return";
      const carried = await carry({ ...orderBody(), if_undeliverable: wish });
      await carried.take(ARRIVE);
      const [refusal, isRefused] = await race(
        round,
        () => cancel(carried),
        () => carried.take(FAIL),
      );
      expect(refusal).toBeNull();
      const end = await readEnd(carried);
      expect(end).toMatchObject({ status: "cancelled", way: "on_the_way", charges: RETURN_KOPECKS });
      if (isRefused === null) {
        seen.failed += 1;
        expect(end.resolutions).toEqual(["return"]);
        const started = wish === "ask" ? [] : ["return_started"];
        expect(end.events).toEqual(["stop_failed", ...started, "cancelled"]);
      } else {
        seen.refused += 1;
        expect([isRefused, end.resolutions, end.events]).toEqual(["STEP_NOT_POSSIBLE", [], ["cancelled"]]);
      }
    }
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
  });

  it("end the order once after a cancellation and the return of the goods (STOP-7, CAN-5)", async () => {
    const seen = { cancelled: 0, returned: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const isPartly = round % 8 < 4;
      const carried = await carry({ ...orderBodyWith(isPartly ? 2 : 1), if_undeliverable: "return" });
      await carried.take(ARRIVE, FAIL);
      if (isPartly) {
        await carried.take(
          { type: "arrive", dropoff: 1, attempt: 0 },
          { type: "hand_over", dropoff: 1, attempt: 0 },
        );
      }
      const started = (await readEnd(carried)).events;
      const [refusal, isRefused] = await race(
        round,
        () => cancel(carried),
        () => carried.take({ type: "give_back" }),
      );
      expect(isRefused).toBeNull();
      const end = await readEnd(carried);
      const last = end.events.slice(started.length);
      expect(end).toMatchObject({ way: "returned", charges: RETURN_KOPECKS });
      if (last[0] === "cancelled") {
        seen.cancelled += 1;
        expect([refusal, end.status, last]).toEqual([null, "cancelled", ["cancelled", "returned"]]);
      } else {
        seen.returned += 1;
        const status = isPartly ? "delivered" : "cancelled";
        expect([end.status, last]).toEqual([status, ["returned", status]]);
        // Cancelling what has been cancelled is no error.
        expect(refusal).toBe(isPartly ? "ORDER_NOT_CANCELLABLE" : null);
      }
    }
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
  });

  const give = ({ externalOrderId }: ActiveDelivery, courierId: string) =>
    reassignInProgress(api.couriers.context, shop.scope, { externalOrderId, courierId });

  it("leave one courier, who takes over from the holder of the goods, when two operators reassign an order", async () => {
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const carried = await carry(orderBody());
      const [one, other] = [await api.couriers.makeCourier(), await api.couriers.makeCourier()];
      const refusals = await race(
        round,
        () => give(carried, one),
        () => give(carried, other),
      );
      expect(refusals).toEqual([null, null]);
      const end = await readEnd(carried);
      expect([end.status, end.events]).toEqual(["in_progress", ["driver_changed", "driver_changed"]]);
      const row = await api.db.models.order.findUniqueOrThrow({ where: { id: carried.orderId } });
      expect([one, other]).toContain(row.courierId);
      expect(row.takeoverFromId).toBe(carried.courierId);
      // The first courier has lost the order again, and can take any other.
      const next = await carry(orderBody());
      await give(next, row.courierId === one ? other : one);
    }
  });

  it("return the goods by their current holder after a takeover and a cancellation", async () => {
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const carried = await carry(orderBody());
      const { orderId, courierId } = carried;
      const taker = await api.couriers.makeCourier();
      await give(carried, taker);
      const take = (step: CourierStep) => recordStep(api.couriers.context, taker, { orderId, step });
      const refusals = await race(
        round,
        () => take({ type: "take_over" }),
        () => cancel(carried),
      );
      expect(refusals).toEqual([null, null]);
      expect(await readEnd(carried)).toMatchObject({ status: "cancelled", way: "on_the_way" });
      expect(await findOutgoingTakeover(api.db, courierId)).toBeNull();
      await take({ type: "give_back" });
      expect((await readEnd(carried)).way).toBe("returned");
    }
  });
});
