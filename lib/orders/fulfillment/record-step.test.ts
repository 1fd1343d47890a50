import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordPosition } from "@/lib/couriers/record-position";
import type { DomainError } from "@/lib/domain-error";
import { readBody } from "@/lib/events/event-body";
import { cancelOrder } from "@/lib/orders/cancel-order";
import type { EventResource } from "@/lib/orders/event";
import { addProof } from "@/lib/orders/fulfillment/add-proof";
import { applyDefaultResolution, resolutionJobKey } from "@/lib/orders/fulfillment/apply-default-resolution";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { completeReturn } from "@/lib/orders/fulfillment/complete-return";
import type { StepInput } from "@/lib/orders/fulfillment/courier-task";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { listCourierTasks } from "@/lib/orders/fulfillment/list-courier-tasks";
import { overrideCode } from "@/lib/orders/fulfillment/override-code";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { getOrder } from "@/lib/orders/load-order";
import type { FailureCode } from "@/lib/orders/order";
import type { CourierStep } from "@/lib/orders/progress";
import { proofCode } from "@/lib/orders/proof-code";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

const PICKED_UP: readonly CourierStep[] = [
  { type: "accept" },
  { type: "arrive_at_pickup" },
  { type: "pick_up" },
];
const MINUTE_MS = 60_000;

describe("a courier's steps", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  const carried = async (dropoffs: number, change: Partial<CreateOrderBody> = {}, steps = PICKED_UP) => {
    const { shop, api } = await local.newShop();
    const body = orderBodyWith(dropoffs, change);
    await api.create(body);
    const { context } = local.couriers;
    const externalOrderId = body.external_order_id;
    const courierId = await local.couriers.makeCourier();
    const { id: orderId } = await assignCourier(context, shop.scope, { externalOrderId, courierId });
    // The price is arbitrary; the tariff would set it.
    await local.db.models.order.update({ where: { id: orderId }, data: { returnPrice: "150.50" } });
    const take = (step: CourierStep, report?: StepInput, tapId?: string) =>
      recordStep(context, courierId, { orderId, step, report, tapId });
    for (const step of steps) await take(step);
    const fail = async (dropoff: number, code: FailureCode = "refused", attempt = 0) => {
      await take({ type: "arrive", dropoff, attempt });
      await take({ type: "fail", dropoff, attempt }, { failure: { code, comment: null }, calls: 2 });
    };
    const answer = (action: "retry" | "return" | "leave", index?: number) =>
      resolveUndeliverable(context, shop.scope, { externalOrderId, action, index });
    const events = async (): Promise<EventResource[]> => {
      const rows = await local.db.models.event.findMany({ where: { orderId }, orderBy: { sequence: "asc" } });
      expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
      return rows.map((row) => JSON.parse(readBody(row)));
    };
    /** Names of events after the pickup. */
    const notified = async () => (await events()).slice(3).map(({ event }) => event.replace("order.", ""));
    const read = () =>
      getOrder(local.db, { scope: shop.scope, externalOrderId }, ["history", "stops", "charges"]);
    const key = (position: number, attempt: number) => resolutionJobKey(orderId, position, attempt);
    const order = { shop, api, context, externalOrderId, courierId, orderId, scope: shop.scope };
    return { ...order, take, fail, answer, events, told: notified, read, key };
  };
  const readCode = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: DomainError) => error.code,
    );

  it("end a partly delivered order as delivered once the failed goods are returned, with a return charge (STOP-1, STOP-6, STOP-8, EVT-16, EVT-17, EVT-18, EVT-19, EVT-21)", async () => {
    const order = await carried(2, { if_undeliverable: "return" });
    await order.fail(0);
    expect((await order.read()).returnState).toBe("pending");
    await order.take({ type: "hand_over", dropoff: 1 });
    expect(await order.read()).toMatchObject({ status: "in_progress", returnState: "on_the_way" });
    await order.take({ type: "arrive_back" });
    await order.take({ type: "give_back" });
    const now = await order.read();
    const { stops, charges } = now;
    expect(now).toMatchObject({ status: "delivered", returnState: "returned", chargesTotal: 15050 });
    expect(stops.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ["pickup", "done"],
      ["dropoff", "failed"],
      ["dropoff", "done"],
      ["return", "done"],
    ]);
    expect(charges).toMatchObject([{ type: "return", amount: 15050, position: null }]);
    expect(await order.told()).toEqual([
      "stop_failed",
      "stop_completed",
      "return_started",
      "returned",
      "delivered",
    ]);
    const failed = (await order.events())[3];
    expect(failed?.stop).toMatchObject({
      index: 1,
      failure: { code: "refused", calls: 2, resolution: "return" },
    });
  });

  it("end an order without deliveries as cancelled after the return, which only then frees the courier", async () => {
    const order = await carried(1, { if_undeliverable: "return" });
    await order.fail(0);
    const next = await carried(1, {}, []);
    const take = () =>
      assignCourier(order.context, next.scope, {
        externalOrderId: next.externalOrderId,
        courierId: order.courierId,
      });
    expect(await readCode(take())).toBe("COURIER_BUSY");
    expect(await readCode(deliverOrder(order.context, order.scope, order.externalOrderId))).toBe(
      "ORDER_NOT_DELIVERABLE",
    );
    await completeReturn(order.context, order.scope, order.externalOrderId);
    await completeReturn(order.context, order.scope, order.externalOrderId);
    expect(await readCode(take())).toBe("done");
    expect(await order.told()).toEqual(["stop_failed", "return_started", "returned", "cancelled"]);
    const [last] = (await order.events()).slice(-1);
    expect(last?.cancellation).toEqual({ reason: "undeliverable", comment: null });
  });

  it("allow a second attempt after the other dropoffs, but no third attempt (STOP-5)", async () => {
    const order = await carried(2);
    await order.fail(0);
    expect(await readCode(order.answer("retry", 2))).toBe("NO_OPEN_QUESTION");
    await order.answer("retry");
    await order.answer("retry", 1);
    await order.take({ type: "hand_over", dropoff: 1 });
    await order.fail(0, "refused", 1);
    expect(await readCode(order.answer("retry"))).toBe("RETRY_NOT_POSSIBLE");
    await order.answer("leave");
    expect(await readCode(order.answer("return"))).toBe("NO_OPEN_QUESTION");
    expect(await readCode(order.answer("leave"))).toBe("done");
    expect((await order.read()).status).toBe("delivered");
    expect(await order.told()).toEqual([
      "stop_failed",
      "updated",
      "stop_completed",
      "stop_failed",
      "delivered",
    ]);
  });

  it("require an index when several resolutions are open, and accept each resolution once (STOP-4)", async () => {
    const order = await carried(2);
    await order.fail(0);
    await order.fail(1);
    expect(await readCode(order.answer("return"))).toBe("INVALID_PAYLOAD");
    expect(await readCode(order.take({ type: "give_back" }))).toBe("STEP_NOT_POSSIBLE");
    const codes = await Promise.all([
      readCode(order.answer("leave", 1)),
      readCode(order.answer("return", 1)),
    ]);
    expect(codes.toSorted()).toEqual(["NO_OPEN_QUESTION", "done"]);
    await order.answer("return", 2);
    expect((await order.read()).returnState).toBe("on_the_way");
  });

  it("apply the account's default resolution once at the deadline (STOP-3)", async () => {
    const order = await carried(1);
    await order.fail(0);
    const until = (await order.read()).stops[1]?.failure?.answerUntil?.getTime() ?? 0;
    expect(until - local.clock.now().getTime()).toBe(15 * MINUTE_MS);
    expect(await applyDefaultResolution(order.context, order.key(1, 1))).toMatchObject({ type: "again" });
    local.clock.advance(15 * MINUTE_MS);
    await applyDefaultResolution(order.context, order.key(1, 2));
    expect((await order.read()).returnState).toBeNull();
    await applyDefaultResolution(order.context, order.key(1, 1));
    await applyDefaultResolution(order.context, order.key(1, 1));
    expect(await order.told()).toEqual(["stop_failed", "return_started"]);
  });

  it("report an absent recipient only after the account's waiting time (STOP-2)", async () => {
    const order = await carried(1);
    const absent = { failure: { code: "recipient_absent", comment: null } } as const;
    const step = { type: "fail", dropoff: 0 } as const;
    expect(await readCode(order.take(step, absent))).toBe("STEP_NOT_POSSIBLE");
    await order.take({ type: "arrive", dropoff: 0 });
    expect(await readCode(order.take(step))).toBe("INVALID_PAYLOAD");
    local.clock.advance(10 * MINUTE_MS - 1);
    expect(await readCode(order.take(step, absent))).toBe("STEP_NOT_POSSIBLE");
    local.clock.advance(1);
    expect(await readCode(order.take(step, absent))).toBe("done");
    // A completed handover keeps the decision about its stop.
    await order.take({ type: "hand_over", dropoff: 0 });
    expect((await order.read()).stops[1]).toMatchObject({ outcome: "failed", completedAt: null });
  });

  it("return the goods when an order is cancelled after the pickup, and late handovers are rejected (STOP-7)", async () => {
    const order = await carried(2);
    await order.fail(0);
    await cancelOrder(order.context, order.scope, { externalOrderId: order.externalOrderId });
    await cancelOrder(order.context, order.scope, { externalOrderId: order.externalOrderId });
    expect(await readCode(order.take({ type: "hand_over", dropoff: 1 }))).toBe("STEP_NOT_POSSIBLE");
    expect(await readCode(order.answer("leave"))).toBe("NO_OPEN_QUESTION");
    const now = await order.read();
    expect(now).toMatchObject({ status: "cancelled", returnState: "on_the_way", chargesTotal: 15050 });
    expect(now.stops[1]?.failure).toMatchObject({ resolution: "return", answerUntil: null });
    await order.take({ type: "give_back" });
    await order.take({ type: "give_back" });
    expect(await order.told()).toEqual(["stop_failed", "cancelled", "returned"]);
    expect(await order.read()).toMatchObject({ status: "cancelled", returnState: "returned" });
  });

  it("charge and announce the return once when the order is cancelled on the way back", async () => {
    const order = await carried(1, { if_undeliverable: "return" });
    await order.fail(0);
    await cancelOrder(order.context, order.scope, { externalOrderId: order.externalOrderId });
    await order.take({ type: "arrive_back" });
    await order.take({ type: "give_back" });
    expect(await order.told()).toEqual(["stop_failed", "return_started", "cancelled", "returned"]);
    expect((await order.read()).charges).toHaveLength(1);
  });

  it("are replaced by an operator's delivery, which completes failed dropoffs too", async () => {
    const order = await carried(2);
    await order.fail(0);
    await deliverOrder(order.context, order.scope, order.externalOrderId);
    const now = await order.read();
    expect(now).toMatchObject({ status: "delivered", returnState: null });
    expect(now.stops.map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
  });

  it("count wrong codes although rejected, and require an operator's override after five (PRF-2)", async () => {
    const dropoffs = orderBodyWith(1).dropoffs.map((dropoff) => ({ ...dropoff, proof: { code: true } }));
    const order = await carried(1, { dropoffs });
    const step = { type: "hand_over", dropoff: 0 } as const;
    const code = proofCode((await order.read()).trackingToken ?? "");
    const wrong = code === "000000" ? "000001" : "000000";
    // A position at the door is no proof.
    const { address } = orderBodyWith(1).dropoffs[0] ?? {};
    if (address === undefined) throw new Error("order has no dropoff");
    const fix = { ...address, heading: 0, recordedAt: local.clock.now() };
    await recordPosition(order.context, order.courierId, fix);
    expect(await readCode(order.take(step))).toBe("INVALID_PAYLOAD");
    for (let tries = 1; tries <= 5; tries += 1)
      expect(await readCode(order.take(step, { code: wrong }))).toBe("CODE_WRONG");
    expect(await readCode(order.take(step, { code }))).toBe("CODE_WRONG");
    const input = { externalOrderId: order.externalOrderId, position: 1, reason: "Called the shop" };
    await overrideCode(order.context, order.scope, input);
    await overrideCode(order.context, order.scope, input);
    expect(await readCode(order.take(step))).toBe("done");
    expect(await readCode(overrideCode(order.context, order.scope, { ...input, position: 7 }))).toBe(
      "STEP_NOT_POSSIBLE",
    );
    const now = await order.read();
    expect([now.status, now.stops[1]?.proof?.code]).toEqual(["delivered", "overridden"]);
    expect(await order.told()).toEqual(["updated", "delivered"]);
  });

  it("count a resent wrong code once per tap", async () => {
    const dropoffs = orderBodyWith(1).dropoffs.map((dropoff) => ({ ...dropoff, proof: { code: true } }));
    const order = await carried(1, { dropoffs });
    const step = { type: "hand_over", dropoff: 0 } as const;
    const code = proofCode((await order.read()).trackingToken ?? "");
    const wrong = { code: code === "000000" ? "000001" : "000000" };
    for (const tap of ["a", "a", "b", "b", "c"])
      expect(await readCode(order.take(step, wrong, tap))).toBe("CODE_WRONG");
    const carriedNow = (
      await listCourierTasks(local.db, order.courierId, local.couriers.context.dispatch)
    )[0];
    expect(carriedNow?.dropoffs[0]?.codeTriesLeft).toBe(2);
    expect(await readCode(order.take(step, { code }, "d"))).toBe("done");
  });

  it("accept the dropoff's own code as proof of handover", async () => {
    const dropoffs = orderBodyWith(2).dropoffs.map((dropoff) => ({ ...dropoff, proof: { code: true } }));
    const order = await carried(2, { dropoffs });
    const [first = "", second = ""] = (await order.read()).dropoffTokens.map((token) =>
      proofCode(token ?? ""),
    );
    const step = { type: "hand_over", dropoff: 0 } as const;
    if (first !== second) expect(await readCode(order.take(step, { code: second }))).toBe("CODE_WRONG");
    await order.take(step, { code: first });
    expect((await order.read()).stops[1]).toMatchObject({ outcome: "done", proof: { code: "matched" } });
  });

  it("require photos and signatures, by account default too, and emit late ones (PRF-1, PRF-3, EVT-20)", async () => {
    const order = await carried(1);
    await local.db.models.account.update({
      where: { id: order.shop.accountId },
      data: { proofPhoto: true, proofSignature: true },
    });
    const step = { type: "hand_over", dropoff: 0 } as const;
    const files = [randomUUID(), randomUUID()];
    expect(await readCode(order.take(step, { files }))).toBe("INVALID_PAYLOAD");
    expect(await readCode(order.take(step, { files: files.slice(1), signerName: "Анна" }))).toBe(
      "INVALID_PAYLOAD",
    );
    const add = (id: string, position = 1) =>
      addProof(order.context, order.courierId, {
        id,
        orderId: order.orderId,
        position,
        kind: "photo",
        objectKey: `proofs/${id}`,
        bytes: 1000,
        takenAt: local.clock.now(),
      });
    await add(files[0] ?? "");
    await local.couriers.place(order.courierId);
    await order.take(step, { files, signerName: "Анна" });
    await add(files[1] ?? "");
    await add(files[1] ?? "");
    expect(await readCode(add(randomUUID(), 2))).toBe("STEP_NOT_POSSIBLE");
    expect(await order.told()).toEqual(["delivered", "proof_added"]);
    const { stops } = await order.read();
    expect(stops[1]?.proof).toMatchObject({ signerName: "Анна", location: { latitude: 59.93 } });
    expect(stops[1]?.proof?.files.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
    const [last] = (await order.events()).slice(-1);
    expect(last?.stop?.proof).toMatchObject({ photo_urls: null, signer_name: "Анна" });
  });
});
