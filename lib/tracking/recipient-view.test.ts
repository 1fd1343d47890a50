import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordPosition } from "@/lib/couriers/record-position";
import { giveFeedback } from "@/lib/orders/feedback/give-feedback";
import { writeMessage, writeReply } from "@/lib/orders/feedback/write-message";
import { writeNote } from "@/lib/orders/feedback/write-note";
import { loadOrder } from "@/lib/orders/load-order";
import { getTracking, resolveTrackingLink } from "@/lib/tracking/get-tracking";
import type { TrackingView } from "@/lib/tracking/tracking-view";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

const HOUR_MS = 60 * 60_000;

describe("a recipient's tracking view", () => {
  let local: LocalApi;
  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  const place = async (dropoffs: number, change: object = {}) => {
    const { shop, api } = await local.newShop();
    const body = { ...orderBodyWith(dropoffs), ...change };
    const { data } = await api.create(body);
    const [whole = "", ...own] = [data.tracking_url, ...(data.tracking_urls ?? [])].map(
      (url) => url?.split("/").at(-1) ?? "",
    );
    return { scope: shop.scope, id: body.external_order_id, whole, own };
  };
  const read = async (token = ""): Promise<TrackingView> => {
    const tracking = await getTracking(local.runtime, token);
    if (tracking.kind !== "open") throw new Error("The tracking link is not open.");
    return tracking.view;
  };

  const readCode = (work: Promise<unknown>) => work.then(() => null).catch((error) => error.code);

  it("shows notes and feedback of the reader's own dropoff only", async () => {
    const { whole, own, scope, id } = await place(2);
    const courierId = await local.couriers.lead(scope, id, "in_progress");
    await writeNote(local.runtime, own[0] ?? "", "first");
    await writeNote(local.runtime, own[1] ?? "", "second");
    const order = await loadOrder(local.db, { scope, externalOrderId: id });
    await local.couriers.take(courierId, order?.id ?? 0n, { type: "hand_over", dropoff: 0 });
    await giveFeedback(local.runtime, own[0] ?? "", { value: "problem", text: "The box is open" });
    expect(await read(own[0])).toMatchObject({
      note: null,
      canNote: false,
      feedback: { value: "problem", text: "The box is open" },
      canFeedback: true,
      canSubscribe: false,
    });
    expect(await read(own[1])).toMatchObject({
      note: { text: "second", isSeen: false },
      canNote: true,
      feedback: null,
      canFeedback: false,
      canSubscribe: true,
    });
    expect(await read(whole)).toMatchObject({
      note: null,
      canNote: false,
      feedback: null,
      canFeedback: false,
      canSubscribe: false,
    });
  });

  it("shows the courier's messages and the replies to the reader of that dropoff alone, while it is open", async () => {
    const { whole, own, scope, id } = await place(2);
    const [first = "", second = ""] = own;
    const courierId = await local.couriers.lead(scope, id, "in_progress");
    const order = await loadOrder(local.db, { scope, externalOrderId: id });
    const orderId = order?.id ?? 0n;
    const at = local.clock.now();
    const send = (change: object = {}, sender = courierId) =>
      readCode(
        writeMessage(local.runtime, sender, {
          ...{ orderId, position: 1, id: "tap", at, code: "downstairs", text: "", ...change },
        }),
      );
    const reply = (text: string, token = first) => readCode(writeReply(local.runtime, token, text));
    const list = async (token: string) => (await read(token)).messages.map(({ code, text }) => code ?? text);

    expect(await reply("Who is it?")).toBe("STEP_NOT_POSSIBLE");
    expect(await send({ id: "late", at: new Date(at.getTime() + HOUR_MS) })).toBeNull();
    expect((await read(first)).messages[0]?.at).toBe(at.toISOString());
    expect([
      await send({ code: null, text: "Blue van" }),
      await send({ code: null, text: "Blue van" }),
    ]).toEqual([null, null]);
    expect([await reply("Coming"), await reply("Coming"), await reply(" ")]).toEqual([
      null,
      null,
      "INVALID_PAYLOAD",
    ]);
    expect(await list(first)).toEqual(["downstairs", "Blue van", "Coming"]);
    expect([await list(second), await list(whole)]).toEqual([[], []]);
    expect(await send({ id: "other" }, await local.couriers.makeCourier())).toBe("ORDER_NOT_FOUND");
    expect([await send({ id: "pickup", position: 0 }), await send({ id: "none", position: 3 })]).toEqual([
      "STEP_NOT_POSSIBLE",
      "STEP_NOT_POSSIBLE",
    ]);

    await local.couriers.take(courierId, orderId, { type: "hand_over", dropoff: 0 });
    expect([await list(first), await send({ id: "over" }), await reply("Thanks")]).toEqual([
      [],
      "STEP_NOT_POSSIBLE",
      "STEP_NOT_POSSIBLE",
    ]);
    expect(await send({ id: "second", position: 2 })).toBeNull();
    expect(await list(second)).toEqual(["downstairs"]);
    await local.couriers.take(courierId, orderId, { type: "hand_over", dropoff: 1 });
    expect(await list(second)).toEqual([]);
  });

  it("changes the version of the kept page with a message", async () => {
    const { whole, scope, id } = await place(1);
    const courierId = await local.couriers.lead(scope, id, "in_progress");
    const order = await loadOrder(local.db, { scope, externalOrderId: id });
    const getVersion = async () => resolveTrackingLink(local.runtime, whole);
    const before = await getVersion();
    await writeMessage(local.runtime, courierId, {
      ...{ orderId: order?.id ?? 0n, position: 1, id: "tap", at: local.clock.now(), code: "late", text: "" },
    });
    expect(await getVersion()).not.toEqual(before);
  });

  it("names a courier only after the courier has accepted the order (TRK-9)", async () => {
    const { whole, scope, id } = await place(1);
    const courierId = await local.couriers.lead(scope, id, "assigned");
    const order = await loadOrder(local.db, { scope, externalOrderId: id });
    const { latitude, longitude } = orderBodyWith(1).pickup.address;
    const fix = { latitude, longitude, heading: 90, recordedAt: local.clock.now() };
    await recordPosition(local.runtime, courierId, fix);
    await local.couriers.showArrivals();
    expect(await read(whole)).toMatchObject({ phase: "new", courier: null, arrival: null, seenAt: null });
    expect((await read(whole)).history.map(({ status }) => status)).toEqual(["new"]);
    await local.couriers.take(courierId, order?.id ?? 0n, { type: "accept" });
    await local.couriers.showArrivals();
    expect(await read(whole)).toMatchObject({
      phase: "assigned",
      courier: { name: "Алексей" },
      arrival: { from: expect.any(Date) },
    });
  });

  it("shows feedback and lets it be changed for 24 hours after delivery", async () => {
    const { whole, scope, id } = await place(1);
    await local.couriers.lead(scope, id, "delivered");
    await giveFeedback(local.runtime, whole, { value: "fine", text: "" });
    expect(await read(whole)).toMatchObject({ feedback: { value: "fine", text: null }, canFeedback: true });
    local.clock.advance(24 * HOUR_MS);
    expect(await read(whole)).toMatchObject({ feedback: null, canFeedback: false });
  });

  it("includes a calendar time until the courier sets out", async () => {
    const deliveryTime = new Date(local.clock.now().getTime() + 5 * HOUR_MS);
    const { whole, scope, id } = await place(1, { delivery_time: deliveryTime.toISOString() });
    const planned = { from: deliveryTime, to: new Date(deliveryTime.getTime() + HOUR_MS / 2) };
    expect((await read(whole)).planned).toEqual(planned);
    await local.couriers.lead(scope, id, "in_progress");
    expect((await read(whole)).planned).toBeNull();
    expect((await read((await place(1)).whole)).planned).toBeNull();
  });
});
