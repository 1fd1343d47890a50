import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dispatchOrders } from "@/lib/dispatch/dispatch-orders";
import { reassignInProgress } from "@/lib/orders/fulfillment/reassign-in-progress";
import { greatCircleMeters } from "@/lib/routing/geo";
import { listScenarioRuns } from "@/lib/sandbox/list-scenario-runs";
import type { Scenario } from "@/lib/sandbox/scenario";
import { simulateOrder } from "@/lib/sandbox/simulate-order";
import { promiseArrival } from "@/lib/tracking/promise-arrival";
import { findTrackedById } from "@/lib/tracking/store";
import { amount } from "@/testing/amount";
import { type ApiClient, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

describe("a sandbox order with a scenario", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  const order = async (api: ApiClient, scenario: Scenario, speed = "8") => {
    const { data } = await api.send("POST", "/v1/partner/orders", orderBody(), {
      "X-Sandbox-Scenario": scenario,
      "X-Sandbox-Speed": speed,
    });
    const { id } = await local.db.models.order.findUniqueOrThrow({ where: { orderCode: data.order_code } });
    return { id, externalOrderId: data.external_order_id };
  };
  const types = async (orderId: bigint) => {
    const events = await local.db.models.event.findMany({ where: { orderId }, orderBy: { sequence: "asc" } });
    return events.map(({ type }) => type);
  };
  /** Dispatches and simulates in ticks of the given seconds until the condition holds. */
  const play = async (orderId: bigint, seconds: number, isOver: () => Promise<boolean>) => {
    const { context } = local.couriers;
    for (let ticks = 0; !(await isOver()); ticks += 1) {
      if (ticks > 400) throw new Error(`It has not come to its end: ${await types(orderId)}`);
      await dispatchOrders(context);
      await simulateOrder(local.runtime.files)(context, String(orderId));
      local.clock.advance(seconds * 1000);
    }
  };
  const statusIs = (orderId: bigint, status: string) => async () =>
    (await local.db.models.order.findUniqueOrThrow({ where: { id: orderId } })).status === status;

  it("finds no courier and reports it once, at its own speed", async () => {
    const { api } = await local.newShop("test");
    const { id } = await order(api, "no_courier", "60");
    const { context } = local.couriers;
    await dispatchOrders(context);
    local.clock.advance(14_000);
    await dispatchOrders(context);
    expect(await types(id)).toEqual(["order.created"]);
    local.clock.advance(1_000);
    for (let passes = 0; passes < 3; passes += 1) await dispatchOrders(context);
    expect(await types(id)).toEqual(["order.created", "order.courier_not_found"]);
    expect(await statusIs(id, "new")()).toBe(true);
  });

  it("finds a courier a few streets away, at a point with the accuracy of a phone", async () => {
    const { api } = await local.newShop("test");
    const { id } = await order(api, "happy");
    await dispatchOrders(local.couriers.context);
    const { courier } = await local.db.models.order.findUniqueOrThrow({
      where: { id },
      include: { courier: { include: { position: true } } },
    });
    const { latitude, longitude } = courier?.position ?? { latitude: 0, longitude: 0 };
    const metersOff = greatCircleMeters({ latitude, longitude }, orderBody().pickup.address);
    expect([metersOff > 290, metersOff < 610]).toEqual([true, true]);
    for (const degrees of [latitude, longitude]) expect(String(degrees)).toMatch(/^\d+\.\d{1,6}$/);
  });

  it("is declined by two couriers and delivered by a third", async () => {
    const { api } = await local.newShop("test");
    const { id } = await order(api, "refused_twice");
    await play(id, 2, statusIs(id, "delivered"));
    expect(await types(id)).toEqual([
      "order.created",
      "order.assigned",
      ...Array(4).fill("order.driver_changed"),
      "order.in_progress",
      "order.delivered",
    ]);
    const refusals = await local.db.models.dispatchRefusal.findMany({ where: { orderId: id } });
    expect(new Set(refusals.map(({ courierId }) => courierId)).size).toBe(2);
  });

  it("is reassigned to another courier before pickup, with one event", async () => {
    const { api } = await local.newShop("test");
    const { id } = await order(api, "reassigned");
    await play(id, 2, statusIs(id, "delivered"));
    expect(await types(id)).toEqual([
      "order.created",
      "order.assigned",
      "order.driver_changed",
      "order.in_progress",
      "order.delivered",
    ]);
  });

  it.each(["by itself", "by hand"])(
    "is taken over by another courier where its goods are, and delivered, %s",
    async (how) => {
      const { shop, api } = await local.newShop("test");
      const { id, externalOrderId } = await order(api, "happy");
      await play(id, 1, statusIs(id, "in_progress"));
      const courierId = await local.couriers.makeCourier({ type: "car" }, "test");
      await local.couriers.place(courierId);
      local.clock.advance(1_000);
      const goodsAt = { latitude: 59.94, longitude: 30.31 };
      const input = { externalOrderId, courierId, place: goodsAt };
      await reassignInProgress(local.couriers.context, shop.scope, input);
      const row = () =>
        local.db.models.order.findUniqueOrThrow({
          where: { id },
          include: { courier: { include: { position: true } } },
        });
      const isTakenOver = async () => (await row()).takeoverFromId === null;
      expect(await isTakenOver()).toBe(false);
      const step = () => api.post(`/v1/partner/sandbox/orders/${externalOrderId}/step`);
      if (how === "by hand") await step();
      else await play(id, 2, isTakenOver);
      const { courier, courierId: taker, status, takeoverFromId } = await row();
      expect([taker, status, takeoverFromId]).toEqual([courierId, "in_progress", null]);
      const metersOff = greatCircleMeters(courier?.position ?? { latitude: 0, longitude: 0 }, goodsAt);
      expect(metersOff).toBeLessThan(10);
      if (how === "by hand") for (let steps = 0; steps < 2; steps += 1) await step();
      else await play(id, 2, statusIs(id, "delivered"));
      expect(await types(id)).toEqual([
        "order.created",
        "order.assigned",
        "order.in_progress",
        "order.driver_changed",
        "order.delivered",
      ]);
    },
  );

  it("loses its courier's position for good, and is still delivered", async () => {
    const { api } = await local.newShop("test");
    const { id, externalOrderId } = await order(api, "gps_lost", "60");
    const place = async () => (await api.get(`/v1/partner/orders/${externalOrderId}`)).data.driver_location;
    await play(id, 1, statusIs(id, "in_progress"));
    const last = await place();
    expect(last).not.toBeNull();
    for (let ticks = 0; ticks < 20; ticks += 1) {
      await simulateOrder(local.runtime.files)(local.couriers.context, String(id));
      local.clock.advance(1_000);
    }
    expect(await place()).toEqual(last);
    local.clock.advance(11_000);
    await simulateOrder(local.runtime.files)(local.couriers.context, String(id));
    expect(await place()).toBeNull();
    await play(id, 1, statusIs(id, "delivered"));
  });

  it("is delivered as usual if only another release knows its scenario", async () => {
    const { api } = await local.newShop("test");
    const { id } = await order(api, "gps_lost", "60");
    await local.db.models.scenarioRun.update({
      where: { orderId: id },
      data: { scenario: "evening_silent" },
    });
    await play(id, 2, statusIs(id, "delivered"));
    expect(await types(id)).toEqual([
      "order.created",
      "order.assigned",
      "order.in_progress",
      "order.delivered",
    ]);
  });

  it("has a position that stands still for six sandbox minutes and then moves on", async () => {
    const { api } = await local.newShop("test");
    const { id, externalOrderId } = await order(api, "gps_stale", "60");
    const place = async () => (await api.get(`/v1/partner/orders/${externalOrderId}`)).data.driver_location;
    await play(id, 1, statusIs(id, "in_progress"));
    const last = await place();
    for (let ticks = 0; ticks < 4; ticks += 1) {
      local.clock.advance(1_000);
      await simulateOrder(local.runtime.files)(local.couriers.context, String(id));
    }
    expect(await place()).toEqual(last);
    await play(id, 1, statusIs(id, "delivered"));
    expect(await types(id)).toEqual([
      "order.created",
      "order.assigned",
      "order.in_progress",
      "order.delivered",
    ]);
  });

  it("arrives half a sandbox hour later in the late scenario", async () => {
    const took = async (scenario: Scenario) => {
      const { api } = await local.newShop("test");
      const { id } = await order(api, scenario, "60");
      await play(id, 1, statusIs(id, "in_progress"));
      const from = local.clock.now().getTime();
      await play(id, 1, statusIs(id, "delivered"));
      return local.clock.now().getTime() - from;
    };
    const late = (await took("late_30")) - (await took("happy"));
    expect(late).toBeGreaterThanOrEqual(29_000);
    expect(late).toBeLessThanOrEqual(32_000);
  });

  const SPEEDS = [
    ["happy", "20"],
    ["late_30", "20"],
    ["happy", "8"],
    ["late_30", "8"],
  ] as const;
  it.each(SPEEDS.slice(0, amount(2, 4)))(
    "in the scenario %s at speed %s keeps its promised time unless it is meant to be late, and its page shows it",
    async (scenario, speed) => {
      const { api } = await local.newShop("test");
      const { id } = await order(api, scenario, speed);
      const { context } = local.couriers;
      let isTold = false;
      await play(id, 1, async () => {
        await promiseArrival(context, String(id));
        const tracked = await findTrackedById(local.db, id, 8);
        isTold ||= [...(tracked?.arrivals.values() ?? [])].some(({ former }) => former !== null);
        return tracked?.status === "delivered";
      });
      const ended = await local.db.models.order.findUniqueOrThrow({ where: { id } });
      const [promised, delivered] = [ended.promisedUntil, ended.deliveredAt].map((at) => at?.getTime() ?? 0);
      expect([isTold, (delivered ?? 0) > (promised ?? 0)]).toEqual(Array(2).fill(scenario === "late_30"));
    },
  );

  it("gets couriers whose driving times match its estimate, however many orders start at once", async () => {
    const { api } = await local.newShop("test");
    const sizes = ["S", "M", "XL"] as const;
    const codes = await Promise.all(
      sizes.map(async (cargo_size) => (await api.create(orderBody({ cargo_size }))).data.order_code),
    );
    await dispatchOrders(local.couriers.context);
    const orders = await local.db.models.order.findMany({
      where: { orderCode: { in: codes } },
      include: { courier: true },
      orderBy: { id: "asc" },
    });
    expect(new Set(orders.map(({ courierId }) => courierId)).size).toBe(3);
    for (const { courier } of orders) expect(["car", "van"]).toContain(courier?.transportType);
  });

  it("requires proof, and its courier provides it at every stop (SBX-7)", async () => {
    const { api } = await local.newShop("test");
    const proof = { photo: true, code: true, signature: true };
    const body = orderBody();
    const { data } = await api.send(
      "POST",
      "/v1/partner/orders",
      {
        ...body,
        pickup: { ...body.pickup, proof },
        dropoffs: body.dropoffs.map((dropoff) => ({ ...dropoff, proof })),
      },
      { "X-Sandbox-Speed": "60" },
    );
    const { id } = await local.db.models.order.findUniqueOrThrow({ where: { orderCode: data.order_code } });
    await play(id, 1, statusIs(id, "delivered"));
    expect(await types(id)).not.toContain("order.proof_added");
    const files = await local.db.models.proofFile.findMany({
      where: { orderId: id },
      orderBy: [{ position: "asc" }, { kind: "asc" }],
    });
    expect(files.map(({ position, kind }) => `${position} ${kind}`)).toEqual([
      "0 photo",
      "0 signature",
      "1 photo",
      "1 signature",
    ]);
    for (const { objectKey, bytes } of files) {
      expect((await local.runtime.files.get(objectKey))?.bytes.length).toBe(bytes);
    }
    const stops = await local.db.models.orderStop.findMany({ where: { orderId: id } });
    expect(stops.map(({ codeCheck, signerName }) => [codeCheck, signerName])).toEqual(
      Array(2).fill(["matched", "Анна Тестова"]),
    );
  });

  it("is delivered after five wrong codes only because an operator overrides the code", async () => {
    const { api } = await local.newShop("test");
    const { id } = await order(api, "wrong_code", "60");
    await play(id, 1, statusIs(id, "delivered"));
    const stop = await local.db.models.orderStop.findFirstOrThrow({ where: { orderId: id, position: 1 } });
    expect([stop.codeTries, stop.codeCheck]).toEqual([5, "overridden"]);
  });

  it("waits at the door and for an answer by the sandbox clock, and then returns the goods", async () => {
    const { api } = await local.newShop("test");
    const { id } = await order(api, "absent_then_return", "60");
    await play(id, 1, statusIs(id, "in_progress"));
    const from = local.clock.now().getTime();
    const dropoff = () => local.db.models.orderStop.findFirstOrThrow({ where: { orderId: id, position: 1 } });
    await play(id, 1, async () => (await dropoff()).resolution === "ask");
    const { failedAt, answerUntil } = await dropoff();
    expect((answerUntil?.getTime() ?? 0) - (failedAt?.getTime() ?? 0)).toBe(15_000);
    await play(id, 1, async () => (await dropoff()).resolution === "return");
    expect(local.clock.now().getTime()).toBeGreaterThanOrEqual(answerUntil?.getTime() ?? 0);
    await play(id, 1, statusIs(id, "cancelled"));
    const { returnState } = await local.db.models.order.findUniqueOrThrow({ where: { id } });
    expect(returnState).toBe("returned");
    // Ten minutes at the door and fifteen for the answer, at sixty times the pace, and the ways.
    expect(local.clock.now().getTime() - from).toBeGreaterThanOrEqual(25_000);
    expect(local.clock.now().getTime() - from).toBeLessThan(120_000);
  });

  it("moves only by hand after its first manual step", async () => {
    const { api } = await local.newShop("test");
    const { id, externalOrderId } = await order(api, "refused_twice");
    const step = () => api.post(`/v1/partner/sandbox/orders/${externalOrderId}/step`);
    expect((await step()).data.status).toBe("assigned");
    const { context } = local.couriers;
    for (let ticks = 0; ticks < 10; ticks += 1) {
      await dispatchOrders(context);
      await simulateOrder(local.runtime.files)(context, String(id));
      local.clock.advance(60_000);
    }
    expect(await types(id)).toEqual(["order.created", "order.assigned"]);
    for (let steps = 0; steps < 5; steps += 1) expect((await step()).status).toBe(200);
    expect(await types(id)).toEqual([
      "order.created",
      "order.assigned",
      "order.in_progress",
      "order.delivered",
    ]);
    expect((await step()).status).toBe(409);
  });

  it("is controlled over the API: paused, resumed, sped up, delayed, and without its courier's position", async () => {
    const { api } = await local.newShop("test");
    const { id, externalOrderId } = await order(api, "happy", "60");
    const { context } = local.couriers;
    const say = (body: object) => api.post(`/v1/partner/sandbox/orders/${externalOrderId}/step`, body);
    const tick = () => simulateOrder(local.runtime.files)(context, String(id));
    const place = async () => (await api.get(`/v1/partner/orders/${externalOrderId}`)).data.driver_location;
    const drive = async (seconds: number) => {
      const before = await place();
      for (let ticks = 0; ticks < seconds; ticks += 1) {
        local.clock.advance(1_000);
        await tick();
      }
      return [before, await place()].map((one) => one && [one.latitude, one.longitude].join());
    };
    expect((await say({ control: "delay" })).status).toBe(409);
    expect((await say({ until: "in_progress" })).data.status).toBe("in_progress");
    expect((await say({ until: "in_progress" })).status).toBe(409);
    expect((await say({ control: "play", step: "arrive" })).status).toBe(400);
    const moved = async (seconds: number) => {
      const [before, after] = await drive(seconds);
      return before !== after;
    };
    expect(await moved(3)).toBe(false);
    await say({ control: "play", speed: 2 });
    expect(await moved(3)).toBe(true);
    await say({ control: "pause" });
    expect(await moved(3)).toBe(false);
    // A quarter of an hour takes fifteen seconds at sixty times the pace of life.
    await say({ control: "play", speed: 60 });
    await say({ control: "delay" });
    expect(await moved(14)).toBe(false);
    await say({ speed: 1 });
    expect(await moved(4)).toBe(true);
    await say({ control: "lose_gps" });
    expect(await place()).toBeNull();
    expect(await moved(3)).toBe(false);
    await say({ control: "find_gps" });
    await moved(2);
    expect(await place()).not.toBeNull();
    await say({ control: "lose_gps", speed: 60 });
    await play(id, 1, statusIs(id, "delivered"));
    expect(await types(id)).toEqual([
      "order.created",
      "order.assigned",
      "order.in_progress",
      "order.delivered",
    ]);
    expect((await say({ control: "play" })).status).toBe(409);
  });

  it("is listed with the responses of the endpoints, the latest order of each scenario, for its account alone", async () => {
    const { shop, api } = await local.newShop("test");
    const { shop: other } = await local.newShop("test");
    await addEndpoint(testWebhooks(local.db), shop.scope, "https://shop.example/hook");
    await order(api, "no_courier");
    local.clock.advance(1_000);
    const { externalOrderId } = await order(api, "no_courier");
    await order(api, "happy");
    const runs = await listScenarioRuns(local.db, shop.scope);
    expect(runs.map(({ scenario }) => scenario)).toEqual(["happy", "no_courier"]);
    expect(runs[1]).toMatchObject({
      externalOrderId,
      status: "new",
      isManual: false,
      deliveries: [{ event: "order.created", state: "pending", answers: [] }],
    });
    expect(await listScenarioRuns(local.db, other.scope)).toEqual([]);
  });
});
