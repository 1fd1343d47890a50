import { expect, it } from "vitest";
import type { EventResource } from "@/lib/orders/event";
import { FAILURE_CODES, type FailureCode, type UndeliverableResolution } from "@/lib/orders/order";
import type { orderWithHistoryResource } from "@/lib/orders/resource";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { describeOnBothServers } from "@/testing/adapters";
import { getFields, newId, orderBodyWith } from "@/testing/api-client";
import { expectFinalJournal } from "@/testing/final-journal";

type WholeOrder = ReturnType<typeof orderWithHistoryResource.parse>;

/** Events that a client knew before stops had outcomes. */
const OLD_EVENTS = [
  "order.created",
  "order.updated",
  "order.assigned",
  "order.in_progress",
  "order.delivered",
  "order.cancelled",
];

describeOnBothServers("dropoffs that cannot be handed over", (stage) => {
  /** Picks up an order of a new account, and returns the calls on it. */
  const carried = async (dropoffs: number, change: Partial<CreateOrderBody> = {}) => {
    const { couriers, db } = stage();
    const { shop, api } = await stage().newShop();
    // Reasons that have to be waited for may be given at once.
    await db.models.account.update({ where: { id: shop.accountId }, data: { waitingMinutes: 0 } });
    const body = orderBodyWith(dropoffs, change);
    const { data: created } = await api.create(body);
    const courierId = await couriers.lead(shop.scope, body.external_order_id, "in_progress");
    const { id } = await db.models.order.findUniqueOrThrow({ where: { orderCode: created.order_code } });
    const path = `/v1/partner/orders/${body.external_order_id}`;
    const take = (step: Parameters<typeof couriers.take>[2]) => couriers.take(courierId, id, step);
    const fail = async (dropoff: number, code: FailureCode = "refused", attempt = 0) => {
      await take({ type: "arrive", dropoff, attempt });
      const failure = { code, comment: code === "other" ? "Домофон не работает" : null };
      await couriers.take(courierId, id, { type: "fail", dropoff, attempt }, { failure, calls: 3 });
    };
    const giveBack = async () => {
      await take({ type: "arrive_back" });
      await take({ type: "give_back" });
    };
    const events = async () => {
      await expectFinalJournal(db);
      const { data } = await api.get<{ events: EventResource[] }>("/v1/partner/events?limit=100");
      expect(data.events.map(({ sequence }) => sequence)).toEqual(data.events.map((_, index) => index + 1));
      return data.events;
    };
    return {
      api,
      path,
      created,
      take,
      fail,
      giveBack,
      place: () => couriers.place(courierId),
      events,
      read: async () => (await api.get<WholeOrder>(path)).data,
      answer: (action: UndeliverableResolution, index?: number) =>
        api.post(`${path}/undeliverable`, { action, index }),
      /** Reads the order as an old client does: only the events that it knows, with their statuses. */
      seenBefore: async () => {
        const all = await events();
        const known = all.filter(({ event }) => OLD_EVENTS.includes(event));
        const statuses = all.map(({ status }) => status);
        const path = statuses.filter((status, index) => status !== statuses[index - 1]);
        return {
          known: known.map(({ event }) => event.replace("order.", "")).join(" "),
          path: path.join(" "),
        };
      },
    };
  };
  const outcomes = ({ stops }: WholeOrder) => stops.map(({ kind, outcome }) => `${kind} ${outcome}`);
  /** The types of an order's charges, which come to its total with the price. */
  const getCharges = ({ charges, price, status, total }: WholeOrder) => {
    const sum = charges.reduce((so, { amount }) => so + amount, status === "cancelled" ? 0 : (price ?? 0));
    expect(total).toBeCloseTo(sum, 2);
    return charges.map(({ type }) => type);
  };
  /** Returns the charge types where the service has all fees, else none. */
  const onDemand = (...types: string[]) => (stage().adapter === "next" ? types : []);

  it.each(FAILURE_CODES)(
    "%s returns the goods and ends the order cancelled (STOP-1, STOP-6, STOP-8, RES-15)",
    async (code) => {
      const order = await carried(1, { if_undeliverable: "return" });
      const { total, price } = order.created;
      expect(total).toBe(price);
      await order.fail(0, code);
      const failed = await order.read();
      expect(failed.status).toBe("in_progress");
      expect(outcomes(failed)).toEqual(["pickup done", "dropoff failed", "return pending"]);
      expect(failed.stops[1]).toMatchObject({
        index: 1,
        completed_at: null,
        failure: {
          code,
          comment: code === "other" ? "Домофон не работает" : null,
          attempts: 1,
          calls: 3,
          resolution: "return",
          answer_until: null,
        },
      });
      expect(failed.stops[1]?.failure?.at).not.toBeNull();
      expect(failed.return?.state).toBe("on_the_way");
      expect(failed.return?.eta).not.toBeNull();
      expect(getCharges(failed)).toEqual(onDemand("return"));
      expect(failed.charges.map(({ amount }) => amount)).toEqual(
        [failed.return?.price ?? 0].filter((amount) => amount > 0),
      );
      await order.giveBack();
      const ended = await order.read();
      expect([ended.status, ended.return?.state, ended.price, ended.total]).toEqual([
        "cancelled",
        "returned",
        price,
        failed.return?.price,
      ]);
      expect(outcomes(ended)).toEqual(["pickup done", "dropoff failed", "return done"]);
      expect(ended.status_changes.map(({ status }) => status).join(" ")).toBe(
        "new assigned in_progress cancelled",
      );
      const notified = await order.events();
      expect(notified.map(({ event }) => event.replace("order.", "")).slice(3)).toEqual([
        "stop_failed",
        "return_started",
        "returned",
        "cancelled",
      ]);
      expect(notified[3]?.stop).toMatchObject({ index: 1, outcome: "failed", failure: { code } });
      expect(notified.at(-1)?.cancellation).toEqual({ reason: "undeliverable", comment: null });
      expect(await order.seenBefore()).toEqual({
        known: "created assigned in_progress cancelled",
        path: "new assigned in_progress cancelled",
      });
    },
  );

  it("a partly delivered order ends delivered once the rest is back, and reports what failed (STOP-1, STOP-6)", async () => {
    const order = await carried(3, { if_undeliverable: "return" });
    await order.take({ type: "hand_over", dropoff: 0 });
    await order.fail(1, "wrong_address");
    expect((await order.read()).return).toMatchObject({ state: "pending", eta: null });
    await order.take({ type: "hand_over", dropoff: 2 });
    const turned = await order.read();
    expect([turned.status, turned.delivered_at, turned.return?.state]).toEqual([
      "in_progress",
      null,
      "on_the_way",
    ]);
    await order.giveBack();
    const ended = await order.read();
    expect(ended.status).toBe("delivered");
    expect(ended.delivered_at).toBe(ended.status_changes.at(-1)?.changed_at);
    expect(outcomes(ended)).toEqual([
      "pickup done",
      "dropoff done",
      "dropoff failed",
      "dropoff done",
      "return done",
    ]);
    expect(getCharges(ended)).toEqual(onDemand("return"));
    expect(await order.seenBefore()).toEqual({
      known: "created assigned in_progress delivered",
      path: "new assigned in_progress delivered",
    });
  });

  it.each([
    ["return", "cancelled", ["return_started", "returned", "cancelled"]],
    ["leave", "delivered", ["delivered"]],
  ] as const)(
    "the resolution %s applies once to an asked dropoff, however often it is repeated (STOP-3, STOP-4, UND-1, UND-3)",
    async (action, end, tail) => {
      const order = await carried(1);
      expect((await order.answer(action)).error.id).toBe("order.no_open_question");
      await order.fail(0);
      const requested = (await order.read()).stops[1]?.failure;
      expect(requested?.resolution).toBe("open");
      expect(Date.parse(requested?.answer_until ?? "")).toBeGreaterThan(Date.now());
      const answered = await order.answer(action);
      expect([answered.status, answered.data.external_order_id]).toEqual([
        200,
        order.created.external_order_id,
      ]);
      const again = [await order.answer(action), await order.answer(action, 1)];
      expect(again.map(({ status, data }) => [status, data.status])).toEqual(
        again.map(() => [200, answered.data.status]),
      );
      for (const other of ["retry", "return", "leave"] as const) {
        if (other === action) continue;
        const refused = await order.answer(other);
        expect([refused.status, refused.error.code]).toEqual([409, "NO_OPEN_QUESTION"]);
      }
      expect((await order.read()).stops[1]?.failure).toMatchObject({
        resolution: action,
        answer_until: null,
      });
      if (action === "return") await order.giveBack();
      const ended = await order.read();
      expect(ended.status).toBe(end);
      expect((await order.answer(action)).data.status).toBe(end);
      const notified = (await order.events()).map(({ event }) => event.replace("order.", ""));
      expect(notified.slice(3)).toEqual(["stop_failed", ...tail]);
    },
  );

  it("retry sends the courier there once more after the other dropoffs, and never a third time (STOP-5, UND-3, UND-4)", async () => {
    const order = await carried(2);
    await order.fail(0);
    expect((await order.answer("retry")).status).toBe(200);
    expect((await order.answer("retry", 1)).status).toBe(200);
    const tried = (await order.read()).stops[1];
    expect([tried?.outcome, tried?.failure]).toEqual(["pending", null]);
    await order.take({ type: "hand_over", dropoff: 1 });
    await order.fail(0, "damaged", 1);
    const refused = await order.answer("retry", 1);
    expect([refused.status, refused.error.id]).toEqual([409, "order.retry_not_possible"]);
    expect((await order.read()).stops[1]?.failure).toMatchObject({
      code: "damaged",
      attempts: 2,
      resolution: "open",
    });
    await order.answer("leave", 1);
    expect((await order.read()).status).toBe("delivered");
    expect(await order.seenBefore()).toEqual({
      known: "created assigned in_progress updated delivered",
      path: "new assigned in_progress delivered",
    });
  });

  it("a retried dropoff that is handed over leaves an ordinary delivered order", async () => {
    const order = await carried(1);
    await order.fail(0);
    await order.answer("retry");
    await order.take({ type: "hand_over", dropoff: 0, attempt: 1 });
    const ended = await order.read();
    expect([ended.status, ended.return, ...outcomes(ended)]).toEqual([
      "delivered",
      null,
      "pickup done",
      "dropoff done",
    ]);
  });

  it("a resolution must name its dropoff while several questions are open (UND-2)", async () => {
    const order = await carried(3);
    await order.fail(0);
    await order.fail(1);
    const unnamed = await order.answer("leave");
    expect([unnamed.status, getFields(unnamed)]).toEqual([400, ["index"]]);
    expect(unnamed.error.details).toContain("dropoffs 1, 2 are waiting");
    expect((await order.answer("leave", 3)).error.id).toBe("order.no_open_question");
    expect((await order.answer("leave", 10)).error.id).toBe("order.no_open_question");
    expect((await order.answer("return", 2)).status).toBe(200);
    expect((await order.answer("leave")).status).toBe(200);
    const { stops } = await order.read();
    expect(stops.slice(1, 4).map(({ failure }) => failure?.resolution)).toEqual([
      "leave",
      "return",
      undefined,
    ]);
  });

  it("a 400 lists all problems and precedes a 404, which precedes a 409 (UND-1, UND-5)", async () => {
    const order = await carried(1);
    const sent = (body: unknown) => order.api.post(`${order.path}/undeliverable`, body);
    for (const [body, fields] of [
      [{ action: "keep", index: 0 }, ["action", "index"]],
      [{ index: 11 }, ["action", "index"]],
      [{ action: null, index: "1" }, ["action", "index"]],
      [{ action: "return", index: 1.5 }, ["index"]],
    ] as const) {
      const refused = await sent(body);
      expect([refused.status, getFields(refused)]).toEqual([400, fields]);
    }
    expect((await sent({ action: "return" })).status).toBe(409);
    const missing = `/v1/partner/orders/${newId()}/undeliverable`;
    expect((await order.api.post(missing, {})).status).toBe(400);
    expect((await order.api.post(missing, { action: "return" })).error.id).toBe("order.not_found");
    await order.fail(0);
    const { api: foreign } = await stage().newShop();
    const hidden = await foreign.post(`${order.path}/undeliverable`, { action: "leave" });
    expect([hidden.status, hidden.error.id]).toEqual([404, "order.not_found"]);
    expect((await order.read()).stops[1]?.failure?.resolution).toBe("open");
  });

  it("a cancellation after the pickup sets the status at once and returns the goods (STOP-7, EVT-18, EVT-19)", async () => {
    const order = await carried(2);
    await order.fail(0);
    const cancelled = await order.api.post(`${order.path}/cancel`, { reason: "передумал" });
    expect([cancelled.data.status, cancelled.data.return?.state]).toEqual(["cancelled", "on_the_way"]);
    expect((await order.answer("leave", 1)).error.id).toBe("order.no_open_question");
    await order.place();
    const turned = await order.read();
    // A client without support for returns sees no courier; the shop sees where its goods are.
    expect([turned.driver_location, turned.return?.driver_location?.latitude]).toEqual([null, 59.93]);
    expect(outcomes(turned)).toEqual(["pickup done", "dropoff failed", "dropoff pending", "return pending"]);
    expect(turned.stops[1]?.failure).toMatchObject({ resolution: "return", answer_until: null });
    expect(getCharges(turned)).toEqual(onDemand("cancellation", "return"));
    await order.giveBack();
    const ended = await order.read();
    expect([ended.status, ended.return?.state, ended.total]).toEqual(["cancelled", "returned", turned.total]);
    expect(ended.return?.driver_location).toBeNull();
    const notified = await order.events();
    expect(notified.map(({ event }) => event.replace("order.", "")).slice(3)).toEqual([
      "stop_failed",
      "cancelled",
      "returned",
    ]);
    expect(notified.at(-1)?.cancellation).toBeNull();
    expect((await order.seenBefore()).known).toBe("created assigned in_progress cancelled");
  });
});
