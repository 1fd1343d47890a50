import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getAppState } from "@/lib/courier-app/get-app-state";
import { giveFeedback } from "@/lib/orders/feedback/give-feedback";
import { listRecipientFeedback } from "@/lib/orders/feedback/list-recipient-feedback";
import { markNotesSeen } from "@/lib/orders/feedback/mark-notes-seen";
import { sanitizeText } from "@/lib/orders/feedback/note";
import { requestResolution } from "@/lib/orders/feedback/request-resolution";
import { resolveProblem } from "@/lib/orders/feedback/resolve-problem";
import { writeNote } from "@/lib/orders/feedback/write-note";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { listCourierTasks } from "@/lib/orders/fulfillment/list-courier-tasks";
import { reassignInProgress } from "@/lib/orders/fulfillment/reassign-in-progress";
import { unassignSelf } from "@/lib/orders/fulfillment/record-step";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { loadOrder } from "@/lib/orders/load-order";
import { RECIPIENT_REQUESTS } from "@/lib/orders/order";
import { getTracking } from "@/lib/tracking/get-tracking";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

const HOUR_MS = 60 * 60_000;

describe("a recipient's text", () => {
  it.each([
    ["  door 7  ", "door 7"],
    ["one\r\ntwo\u0000\u0007\u009f", "one\ntwo"],
    ["\u202Eevil\u2066", "evil"],
    [" \n\t ", null],
    ["\ud800 x", "\ufffd x"],
  ])("is sanitized from %j to %j", (given, kept) => {
    expect(sanitizeText(given, 500)).toBe(kept);
  });

  it("is limited by characters, not by code units", () => {
    expect(sanitizeText("🚚".repeat(500), 500)).toHaveLength(1000);
    expect(() => sanitizeText("🚚".repeat(501), 500)).toThrow("INVALID_PAYLOAD");
  });
});

describe("the handling of recipient feedback", () => {
  let local: LocalApi;
  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  const place = async (dropoffs: number) => {
    const { shop, api } = await local.newShop();
    const body = orderBodyWith(dropoffs);
    const { data } = await api.create(body);
    const getToken = (url: string | null | undefined) => url?.split("/").at(-1) ?? "";
    const order = { scope: shop.scope, id: body.external_order_id };
    return {
      api,
      body,
      ...order,
      whole: getToken(data.tracking_url),
      own: (data.tracking_urls ?? []).map(getToken),
    };
  };
  type PlacedOrder = Awaited<ReturnType<typeof place>>;
  const output = async ({ scope, id }: PlacedOrder) => {
    const order = await loadOrder(local.db, { scope, externalOrderId: id });
    if (order === null) throw new Error("loadOrder did not find the placed order");
    return listRecipientFeedback(local.db, order);
  };
  const readOrder = async ({ scope, id }: PlacedOrder) => {
    const order = await loadOrder(local.db, { scope, externalOrderId: id });
    if (order === null) throw new Error("loadOrder did not find the placed order");
    return order;
  };
  const readCode = (work: Promise<unknown>) => work.then(() => null).catch((error) => error.code);

  it("accepts, replaces and removes a note by the dropoff's link", async () => {
    const order = await place(2);
    await writeNote(local.runtime, order.own[1] ?? "", "Code 4417");
    expect(await output(order)).toMatchObject([{ position: 2, note: "Code 4417", isNoteSeen: false }]);
    await writeNote(local.runtime, order.own[1] ?? "", "Leave it with the neighbor");
    expect(await output(order)).toMatchObject([{ note: "Leave it with the neighbor" }]);
    await writeNote(local.runtime, order.own[1] ?? "", " ");
    expect(await output(order)).toEqual([]);
  });

  it("accepts a note by the order's link for its only dropoff, but not for several", async () => {
    const [single, several] = [await place(1), await place(2)];
    await writeNote(local.runtime, single.whole, "Ring twice");
    expect(await output(single)).toMatchObject([{ position: 1, note: "Ring twice" }]);
    expect(await readCode(writeNote(local.runtime, several.whole, "Ring twice"))).toBe("STEP_NOT_POSSIBLE");
    expect(await output(several)).toEqual([]);
  });

  it("does not expose a note in the API or its events", async () => {
    const order = await place(1);
    const events = async () => (await order.api.get("/v1/partner/events")).text;
    const before = await events();
    await writeNote(local.runtime, order.whole, "MARK-note");
    expect((await order.api.get(`/v1/partner/orders/${order.id}`)).text).not.toContain("MARK-note");
    expect(await events()).toBe(before);
  });

  it.each(["AAAAAAAAAAAAAAAAAAAAAA", "", "../etc", "0"])("rejects the unknown link %j", async (token) => {
    expect(await readCode(writeNote(local.runtime, token, "x"))).toBe("LINK_NOT_FOUND");
    expect(await readCode(giveFeedback(local.runtime, token, { value: "fine", text: "" }))).toBe(
      "LINK_NOT_FOUND",
    );
  });

  it("rejects a note for a completed stop while other stops still accept theirs", async () => {
    const order = await place(2);
    const courierId = await local.couriers.lead(order.scope, order.id, "in_progress");
    const { id } = await readOrder(order);
    await local.couriers.take(courierId, id, { type: "hand_over", dropoff: 0 });
    expect(await readCode(writeNote(local.runtime, order.own[0] ?? "", "late"))).toBe("STEP_NOT_POSSIBLE");
    await writeNote(local.runtime, order.own[1] ?? "", "in time");
    await local.couriers.take(courierId, id, { type: "hand_over", dropoff: 1 });
    expect(await readCode(writeNote(local.runtime, order.own[1] ?? "", "late"))).toBe("STEP_NOT_POSSIBLE");
  });

  it("marks a note as seen only when the assigned courier's app showed the current text", async () => {
    const order = await place(1);
    const courierId = await local.couriers.lead(order.scope, order.id, "assigned");
    const { id } = await readOrder(order);
    await writeNote(local.runtime, order.whole, "first");
    await writeNote(local.runtime, order.whole, "second");
    const seen = async () => (await output(order))[0]?.isNoteSeen;
    const mark = (who: string, text: string) =>
      markNotesSeen(local.runtime, who, id, [{ position: 1, text }]);
    await mark(courierId, "first");
    expect(await seen()).toBe(false);
    await mark(await local.couriers.makeCourier(), "second");
    expect(await seen()).toBe(false);
    await mark(courierId, "second");
    expect(await seen()).toBe(true);
    await writeNote(local.runtime, order.whole, "third");
    expect(await seen()).toBe(false);
  });

  it("marks a note as seen once an accepted order with it was served to the courier's app", async () => {
    const order = await place(1);
    const courierId = await local.couriers.lead(order.scope, order.id, "assigned");
    await writeNote(local.runtime, order.whole, "Code 4417");
    const courier = await local.db.models.courier.findUniqueOrThrow({ where: { id: courierId } });
    const context = { ...local.runtime, dispatcherPhone: null, pushKey: null };
    const serve = async () => (await getAppState(context, courier, "secret")).job?.dropoffs[0]?.note;
    const seen = async () => (await output(order))[0]?.isNoteSeen;
    expect([await serve(), await seen()]).toEqual(["Code 4417", false]);
    await local.couriers.take(courierId, (await readOrder(order)).id, { type: "accept" });
    expect([await serve(), await seen()]).toEqual(["Code 4417", true]);
  });

  it("marks a note as unseen when the order changes its courier", async () => {
    const order = await place(2);
    const { scope, id: externalOrderId } = order;
    const { context } = local.couriers;
    const first = await local.couriers.lead(scope, externalOrderId, "assigned");
    const { id } = await readOrder(order);
    await writeNote(local.runtime, order.own[0] ?? "", "Code 4417");
    const seen = async () => (await output(order)).map(({ note, isNoteSeen }) => [note, isNoteSeen]);
    const show = async (courierId: string) => {
      await markNotesSeen(local.runtime, courierId, id, [{ position: 1, text: "Code 4417" }]);
      expect(await seen()).toEqual([["Code 4417", true]]);
    };
    const unseen = [["Code 4417", false]];
    await show(first);
    const second = await local.couriers.makeCourier();
    await assignCourier(context, scope, { externalOrderId, courierId: second });
    expect(await seen()).toEqual(unseen);
    await show(second);
    await unassignSelf(context, second, id);
    expect(await seen()).toEqual(unseen);
    const third = await local.couriers.makeCourier({ type: "foot" });
    await assignCourier(context, scope, { externalOrderId, courierId: third, isAnyVehicleFine: true });
    await show(third);
    // The order is too large for a courier on foot: the courier loses it and its stops are rewritten.
    const dropoffs = order.body.dropoffs.map((dropoff) => ({ ...dropoff, doorstep: true }));
    const larger = { ...order.body, dropoffs, cargo_size: "XL" };
    expect((await order.api.send("PUT", `/v1/partner/orders/${externalOrderId}`, larger)).status).toBe(200);
    expect([(await readOrder(order)).courierId, await seen()]).toEqual([null, unseen]);
    const fourth = await local.couriers.makeCourier({ type: "van" });
    await assignCourier(context, scope, { externalOrderId, courierId: fourth });
    await local.couriers.take(fourth, id, { type: "pick_up" });
    await show(fourth);
    const fifth = await local.couriers.makeCourier({ type: "van" });
    await reassignInProgress(context, scope, { externalOrderId, courierId: fifth });
    expect(await seen()).toEqual(unseen);
    await show(fifth);
  });

  it("keeps a note with its recipient when the order is edited", async () => {
    const [single, several] = [await place(1), await place(3)];
    await writeNote(local.runtime, single.whole, "stays");
    const [dropoff] = single.body.dropoffs;
    const edit = (order: PlacedOrder, dropoffs: unknown) =>
      order.api.send("PUT", `/v1/partner/orders/${order.id}`, { ...order.body, dropoffs });
    expect((await edit(single, [{ ...dropoff, doorstep: true }])).status).toBe(200);
    expect(await output(single)).toMatchObject([{ position: 1, note: "stays" }]);
    await edit(single, [
      { ...dropoff, contact: { value: "+79110000099" }, address: { ...dropoff?.address, street: "Other" } },
    ]);
    expect(await output(single)).toEqual([]);

    await writeNote(local.runtime, several.own[2] ?? "", "third");
    const [first, second, third] = several.body.dropoffs;
    expect((await edit(several, [third, first, second])).status).toBe(200);
    expect(await output(several)).toMatchObject([{ position: 1, note: "third" }]);
  });

  it("shows a request after a failed attempt to the shop and the courier, while the shop decides (TRK-11)", async () => {
    const order = await place(2);
    await local.db.models.order.updateMany({
      where: { externalOrderId: order.id },
      data: { ifUndeliverable: "ask" },
    });
    const courierId = await local.couriers.lead(order.scope, order.id, "in_progress");
    const { id } = await readOrder(order);
    const [own = "", other = ""] = order.own;
    const ask = (token: string, value: string) => requestResolution(local.runtime, token, { value });
    const fail = async (attempt: number) => {
      await local.couriers.take(courierId, id, { type: "arrive", dropoff: 0, attempt });
      local.clock.advance(HOUR_MS);
      await local.couriers.take(
        courierId,
        id,
        { type: "fail", dropoff: 0, attempt },
        { failure: { code: "recipient_absent", comment: null } },
      );
    };
    expect(await readCode(ask(own, "leave"))).toBe("STEP_NOT_POSSIBLE");
    await fail(0);
    expect(await readCode(ask(own, "refund"))).toBe("INVALID_PAYLOAD");
    expect(await readCode(ask(other, "leave"))).toBe("STEP_NOT_POSSIBLE");
    expect(await readCode(ask(order.whole, "leave"))).toBe("STEP_NOT_POSSIBLE");
    await ask(own, "later");
    await ask(own, "come_again");
    const at = local.clock.now();
    expect(await output(order)).toMatchObject([{ position: 1, request: "come_again", requestAt: at }]);
    const carried = (await listCourierTasks(local.db, courierId))[0];
    expect(carried?.dropoffs.map(({ request }) => request)).toEqual(["come_again", null]);
    const view = async () => {
      const tracking = await getTracking(local.runtime, own);
      return tracking.kind === "open" ? tracking.view : null;
    };
    expect(await view()).toMatchObject({ request: "come_again", requests: RECIPIENT_REQUESTS });

    await resolveUndeliverable(local.couriers.context, order.scope, {
      externalOrderId: order.id,
      action: "retry",
    });
    expect(await view()).toMatchObject({ request: null, requests: [] });
    expect(await readCode(ask(own, "leave"))).toBe("STEP_NOT_POSSIBLE");
    await local.couriers.take(courierId, id, { type: "hand_over", dropoff: 1 });
    await fail(1);
    expect(await view()).toMatchObject({ request: null, requests: ["leave"] });
    expect(await readCode(ask(own, "come_again"))).toBe("STEP_NOT_POSSIBLE");
    await ask(own, "leave");
    expect(await view()).toMatchObject({ request: "leave" });
  });

  it("accepts and changes feedback for 24 hours after delivery", async () => {
    const order = await place(1);
    const give = (value: string, text = "") => giveFeedback(local.runtime, order.whole, { value, text });
    expect(await readCode(give("fine"))).toBe("STEP_NOT_POSSIBLE");
    await local.couriers.lead(order.scope, order.id, "delivered");
    expect(await readCode(give("great"))).toBe("INVALID_PAYLOAD");
    await give("fine", "is dropped");
    expect(await output(order)).toMatchObject([{ feedback: "fine", feedbackText: null, isSettled: false }]);
    await give("problem", "The box is open");
    expect(await output(order)).toMatchObject([{ feedback: "problem", feedbackText: "The box is open" }]);
    local.clock.advance(24 * HOUR_MS);
    expect(await readCode(give("fine"))).toBe("STEP_NOT_POSSIBLE");
  });

  it("keeps a problem resolved until the recipient reports something else", async () => {
    const order = await place(1);
    await local.couriers.lead(order.scope, order.id, "delivered");
    const give = (value: string, text = "") => giveFeedback(local.runtime, order.whole, { value, text });
    const settle = () =>
      resolveProblem(local.runtime, order.scope, { externalOrderId: order.id, position: 1 });
    const isSettled = async () => (await output(order))[0]?.isSettled;
    await give("problem", "The box is open");
    await settle();
    await settle();
    expect(await isSettled()).toBe(true);
    await give("problem", "The box is open");
    expect(await isSettled()).toBe(true);
    await give("problem", "The box is empty");
    expect(await isSettled()).toBe(false);
    await settle();
    await give("fine");
    expect(await isSettled()).toBe(false);
    const other = await place(1);
    const foreign = { externalOrderId: order.id, position: 1 };
    expect(await readCode(resolveProblem(local.runtime, other.scope, foreign))).toBe("ORDER_NOT_FOUND");
  });

  it("accepts feedback only on the delivered dropoff of several", async () => {
    const order = await place(2);
    const courierId = await local.couriers.lead(order.scope, order.id, "in_progress");
    const { id } = await readOrder(order);
    await local.couriers.take(courierId, id, { type: "hand_over", dropoff: 0 });
    const give = (token = "") => giveFeedback(local.runtime, token, { value: "problem", text: "" });
    expect(await readCode(give(order.own[1]))).toBe("STEP_NOT_POSSIBLE");
    expect(await readCode(give(order.whole))).toBe("STEP_NOT_POSSIBLE");
    await give(order.own[0]);
    expect(await output(order)).toMatchObject([{ position: 1, feedback: "problem" }]);
  });
});
