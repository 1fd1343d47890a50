import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { updateAccount } from "@/lib/accounts/update-account";
import { getAppState } from "@/lib/courier-app/get-app-state";
import { recordPosition } from "@/lib/couriers/record-position";
import { DomainError } from "@/lib/domain-error";
import { requestResolution } from "@/lib/orders/feedback/request-resolution";
import { listCourierTasks } from "@/lib/orders/fulfillment/list-courier-tasks";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { getOrder } from "@/lib/orders/load-order";
import type { FailureCode } from "@/lib/orders/order";
import { setTariff } from "@/lib/pricing/set-tariff";
import { getTracking } from "@/lib/tracking/get-tracking";
import { amount } from "@/testing/amount";
import { type ApiClient, orderBodyWith } from "@/testing/api-client";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;
const ROUNDS = amount(8, 200);

/** Fields of a create other than its dropoffs. */
type Change = Record<string, unknown>;

describe("a recipient's decision after a failed attempt (TRK-12)", () => {
  let local: LocalApi;
  let shop: Client;
  let api: ApiClient;
  beforeAll(async () => {
    local = await openLocalApi();
    await setTariff(local.db, HIGHER_TARIFF);
  });
  afterAll(() => local?.close());
  beforeEach(async () => {
    ({ shop, api } = await local.newShop());
    await updateAccount(local.db, shop.accountId, { recipientDecides: true });
  });

  /** Creates an order whose courier carries it and has failed at the first dropoff. */
  async function fail(
    dropoffs: number,
    { code = "recipient_absent", change = {} }: { code?: FailureCode; change?: Change } = {},
  ) {
    const base = orderBodyWith(dropoffs);
    const [first, ...others] = base.dropoffs;
    const body = { ...base, if_undeliverable: "ask", dropoffs: [{ ...first, ...change }, ...others] };
    const { data } = await api.create(body);
    const externalOrderId = body.external_order_id;
    const courierId = await local.couriers.lead(shop.scope, externalOrderId, "in_progress");
    const getToken = (url: string | null | undefined) => url?.split("/").at(-1) ?? "";
    const whole = getToken(data.tracking_url);
    const links = dropoffs === 1 ? [whole] : (data.tracking_urls ?? []).map(getToken);
    const read = () =>
      getOrder(local.db, { scope: shop.scope, externalOrderId }, ["history", "stops", "charges"]);
    const { id } = await read();
    const step = (type: "arrive" | "hand_over", dropoff: number, attempt: number) =>
      local.couriers.take(courierId, id, { type, dropoff, attempt });
    const giveUp = async (attempt: number) => {
      await step("arrive", 0, attempt);
      local.clock.advance(HOUR_MS);
      const failure = { code, comment: null };
      await local.couriers.take(courierId, id, { type: "fail", dropoff: 0, attempt }, { failure });
    };
    await giveUp(0);
    const decide = (value: string, token = links[0] ?? "") =>
      readCode(requestResolution(local.runtime, token, { value, isDecision: true }));
    const ask = (value: string) => readCode(requestResolution(local.runtime, links[0] ?? "", { value }));
    const shown = async (token = links[0] ?? "") => {
      const tracking = await getTracking(local.runtime, token);
      if (tracking.kind !== "open") throw new Error("The tracking link is not open");
      return tracking.view;
    };
    const events = async () => {
      const rows = await local.db.models.event.findMany({
        where: { orderId: id },
        orderBy: { sequence: "asc" },
      });
      expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
      // The first three are the same for all: created, assigned, in_progress.
      return rows.slice(3).map(({ type }) => type.replace("order.", ""));
    };
    const answer = (action: "retry" | "return" | "leave") =>
      readCode(
        resolveUndeliverable(local.couriers.context, shop.scope, { externalOrderId, action, index: 1 }),
      );
    return {
      body,
      externalOrderId,
      id,
      courierId,
      links,
      whole,
      read,
      step,
      giveUp,
      decide,
      ask,
      shown,
      events,
      answer,
    };
  }

  async function readCode(work: Promise<unknown>): Promise<string | null> {
    try {
      await work;
      return null;
    } catch (error) {
      if (error instanceof DomainError) return error.code;
      throw error;
    }
  }

  it("is only a request while the account does not let recipients decide", async () => {
    await updateAccount(local.db, shop.accountId, { recipientDecides: false });
    const order = await fail(1);
    expect(await order.shown()).toMatchObject({ decisions: [], waiting: null });
    expect(await order.decide("come_again")).toBe("STEP_NOT_POSSIBLE");
    expect(await order.ask("come_again")).toBeNull();
    expect(await order.shown()).toMatchObject({ request: "come_again", phase: "undecided" });
    expect(await order.events()).toEqual(["stop_failed"]);
    expect((await order.read()).stops[1]).toMatchObject({ failure: { resolution: "ask" }, decision: null });
  });

  it("starts the second attempt at the shown price, and the event contains the recipient's decision", async () => {
    const order = await fail(1);
    const { decisions, waiting } = await order.shown();
    expect(decisions).toEqual(["come_again", "leave"]);
    expect(waiting).toEqual({ perMinute: 7, freeMinutes: 5 });
    const before = (await order.read()).chargesTotal;
    expect(await order.decide("come_again")).toBeNull();
    expect(await order.events()).toEqual(["stop_failed", "updated"]);
    const journal = await api.get<{ events: { stop: unknown }[] }>("/v1/partner/events?limit=100");
    expect(JSON.parse(journal.text).data.events.at(-1)).toMatchObject({
      event: "order.updated",
      stop: { index: 1, outcome: "pending", failure: null, recipient_decision: "come_again" },
    });
    expect((await order.read()).chargesTotal).toBe(before);
    expect((await listCourierTasks(local.db, order.courierId))[0]?.dropoffs[0]).toMatchObject({
      request: "come_again",
      isDecided: true,
      failedAt: null,
    });
    expect(await order.shown()).toMatchObject({
      isSecondTry: true,
      requests: [],
      decisions: [],
      waiting: null,
    });

    const { latitude, longitude } = order.body.dropoffs[0]?.address ?? {};
    const place = { latitude: latitude ?? 0, longitude: longitude ?? 0, heading: 0 };
    await recordPosition(local.couriers.context, order.courierId, {
      ...place,
      recordedAt: local.clock.now(),
    });
    await order.step("arrive", 0, 1);
    local.clock.advance(15 * MINUTE_MS);
    await order.step("hand_over", 0, 1);
    const { charges } = await order.read();
    const due = (15 - (waiting?.freeMinutes ?? 0)) * (waiting?.perMinute ?? 0) * 100;
    expect(charges.map(({ type, amount: kopecks }) => [type, kopecks])).toEqual([["waiting", due]]);
  });

  it("shows no waiting price if the first attempt was charged for waiting", async () => {
    const order = await fail(1);
    await local.db.models.orderCharge.create({
      data: {
        orderId: order.id,
        accountId: shop.accountId,
        type: "waiting",
        amount: 7,
        at: local.clock.now(),
        why: "Waited.",
        position: 1,
      },
    });
    expect(await order.shown()).toMatchObject({ decisions: ["come_again", "leave"], waiting: null });
  });

  it("leaves the goods at the door, and the courier's app shows that the recipient decided it", async () => {
    const order = await fail(1);
    const before = (await order.read()).chargesTotal;
    expect(await order.decide("leave")).toBeNull();
    const ended = await order.read();
    expect(ended).toMatchObject({ status: "delivered", chargesTotal: before });
    expect(ended.stops[1]).toMatchObject({ decision: "leave", failure: { resolution: "leave" } });
    expect(await order.events()).toEqual(["stop_failed", "delivered"]);
    const [change] = await local.db.models.orderStatusChange.findMany({
      where: { orderId: order.id },
      orderBy: { id: "desc" },
      take: 1,
    });
    expect(change).toMatchObject({ status: "delivered", actorType: "recipient", actorId: "1" });
    const courier = await local.db.models.courier.findUniqueOrThrow({ where: { id: order.courierId } });
    const context = { ...local.runtime, dispatcherPhone: null, pushKey: null };
    const { toLeave } = await getAppState(context, courier, "secret");
    expect(toLeave?.doors).toMatchObject([{ dropoff: 0, isDecided: true }]);
    expect((await order.shown()).phase).toBe("left");
  });

  it("is accepted only from the dropoff's own link", async () => {
    const order = await fail(2);
    expect(await order.decide("leave", order.whole)).toBe("STEP_NOT_POSSIBLE");
    expect(await order.decide("leave", order.links[1])).toBe("STEP_NOT_POSSIBLE");
    expect(await order.decide("leave", "AAAAAAAAAAAAAAAAAAAAAA")).toBe("LINK_NOT_FOUND");
    for (const token of [order.whole, order.links[1]]) {
      expect(await order.shown(token)).toMatchObject({ requests: [], decisions: [], waiting: null });
    }
    expect(await order.events()).toEqual(["stop_failed"]);
    expect(await order.decide("leave")).toBeNull();
  });

  it.each(["come_again", "leave"])(
    "counts once when %s is sent twice, concurrently or later",
    async (value) => {
      const order = await fail(1);
      expect(await Promise.all([order.decide(value), order.decide(value)])).toEqual([null, null]);
      expect(await order.decide(value)).toBeNull();
      expect(await order.events()).toEqual(["stop_failed", value === "leave" ? "delivered" : "updated"]);
      expect((await order.read()).charges).toEqual([]);
      expect(await order.decide(value === "leave" ? "come_again" : "leave")).toBe("STEP_NOT_POSSIBLE");
    },
  );

  it.each<[string, { account?: Change; stop?: Change }]>([
    ["a code", { stop: { proof: { code: true } } }],
    ["a signature", { stop: { proof: { signature: true } } }],
    ["the account's code", { account: { proofCode: true } }],
    ["the account's signature", { account: { proofSignature: true } }],
    ["a payment", { stop: { payment_amount: 500 } }],
  ])(
    "never leaves goods at the door when the handover requires %s",
    async (_, { account = {}, stop = {} }) => {
      await updateAccount(local.db, shop.accountId, account);
      const order = await fail(1, { change: stop });
      expect(await order.shown()).toMatchObject({
        requests: ["come_again", "leave", "later"],
        decisions: ["come_again"],
      });
      expect(await order.decide("leave")).toBe("STEP_NOT_POSSIBLE");
      expect((await order.read()).stops[1]).toMatchObject({ failure: { resolution: "ask" }, decision: null });
      expect(await order.ask("leave")).toBeNull();
    },
  );

  it("can postpone the next attempt only if other dropoffs come first", async () => {
    const [alone, one] = [await fail(1), await fail(2)];
    expect(await alone.decide("later")).toBe("STEP_NOT_POSSIBLE");
    expect(await one.shown()).toMatchObject({
      decisions: ["come_again", "leave", "later"],
      isAfterOthers: true,
    });
    expect(await one.decide("later")).toBeNull();
    expect(await one.shown()).toMatchObject({ phase: "again", stopsBefore: 1 });
    await one.step("hand_over", 1, 0);
    expect(await one.shown()).toMatchObject({ stopsBefore: 0, isSecondTry: true });
  });

  it("cannot start a third attempt or follow a refusal, which only the shop resolves", async () => {
    const order = await fail(1);
    expect(await order.decide("come_again")).toBeNull();
    await order.giveUp(1);
    expect(await order.shown()).toMatchObject({ decisions: ["leave"] });
    expect(await order.decide("come_again")).toBe("STEP_NOT_POSSIBLE");
    expect(await order.decide("leave")).toBeNull();
    const refused = await fail(1, { code: "refused" });
    expect(await refused.shown()).toMatchObject({ decisions: [] });
    expect(await refused.decide("come_again")).toBe("STEP_NOT_POSSIBLE");
  });

  it("is rejected if a concurrent resolution by the shop comes first, and otherwise rules it out (STOP-4)", async () => {
    const seen = { recipient: 0, shop: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await fail(1);
      const works = [() => order.decide("come_again"), () => order.answer("leave")];
      if (round % 2 === 1) works.reverse();
      const [first, second] = works as [() => Promise<string | null>, () => Promise<string | null>];
      const early = first();
      // In every other two rounds the first is through before, so that both ends are seen on any machine.
      if (round % 4 >= 2) await early;
      const ends = await Promise.all([early, second()]);
      const [decided, answered] = round % 2 === 1 ? ends.reverse() : ends;
      const now = await order.read();
      if (decided === null) {
        seen.recipient += 1;
        expect([answered, now.status, now.stops[1]?.decision]).toEqual([
          "NO_OPEN_QUESTION",
          "in_progress",
          "come_again",
        ]);
        expect(await order.events()).toEqual(["stop_failed", "updated"]);
      } else {
        seen.shop += 1;
        expect([decided, answered, now.status, now.stops[1]?.decision]).toEqual([
          "STEP_NOT_POSSIBLE",
          null,
          "delivered",
          null,
        ]);
        expect(await order.events()).toEqual(["stop_failed", "delivered"]);
      }
    }
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
  });

  it("ends the order once when the last other dropoff is handed over concurrently", async () => {
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const order = await fail(2);
      await order.step("arrive", 1, 0);
      const works = [() => order.decide("leave"), () => order.step("hand_over", 1, 0)];
      if (round % 2 === 1) works.reverse();
      await Promise.all(works.map((work) => work()));
      expect((await order.read()).status).toBe("delivered");
      const events = await order.events();
      expect(events.filter((type) => type === "delivered")).toEqual(["delivered"]);
    }
  });
});
