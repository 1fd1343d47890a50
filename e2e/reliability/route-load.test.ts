import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Point } from "@/lib/point";
import { createRouter, type FallbackReason, type RouterOptions } from "@/lib/routing/router";
import { enginePrograms } from "@/packages/city/roads/engine-package";
import { type ApiAnswer, type ApiClient, address, orderBody } from "@/testing/api-client";
import { createDatabase } from "@/testing/database";
import { answerWell, type Behavior, type FakeOsrm, startFakeOsrm } from "@/testing/fake-osrm";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { PATIENCE_MS } from "@/testing/patience.mjs";
import { type Roads, STREETS, startRoads } from "@/testing/roads";
import { pollUntil } from "@/testing/until";

interface Quote {
  price: number | null;
  routing: string | null;
}

const PICKUP: Point = { latitude: 47.0245, longitude: 28.8323 };

/** Returns a dropoff that no other number has. */
const dropoff = (number: number): Point => ({
  latitude: STREETS.south + ((number * 37) % 800) / 10_000,
  longitude: STREETS.west + ((number * 61) % 1_100) / 10_000,
});

const orderTo = (to: Point) =>
  orderBody({
    pickup: { address: { ...address(), ...PICKUP }, contact: { value: "+7" } },
    dropoffs: [{ address: { ...address(), ...to }, contact: { value: "+7" } }],
  });

const quoteTo = (api: ApiClient, to: Point) =>
  api.post<Quote>("/v1/partner/quotes", { pickup: PICKUP, dropoffs: [to] });

function expectRefusal(answer: Pick<ApiAnswer<unknown>, "status" | "error" | "headers">): void {
  expect([answer.status, answer.error.id]).toEqual([503, "service.overloaded"]);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
}

let local: LocalApi;
let reasons: FallbackReason[];

async function open(options: RouterOptions): Promise<void> {
  reasons = [];
  const onFallback = (reason: FallbackReason) => reasons.push(reason);
  local = await openLocalApi(await createDatabase(), { router: createRouter({ onFallback, ...options }) });
}

describe("an overloaded routing server", () => {
  let osrm: FakeOsrm;

  const answerAfter =
    (delayMs: number): Behavior =>
    (response, points) => {
      setTimeout(() => answerWell(response, points), delayMs);
    };

  beforeEach(async () => {
    osrm = await startFakeOsrm();
    await open({ osrmUrl: osrm.url });
  });

  afterEach(async () => {
    await osrm.close();
    await local.close();
  });

  it("gives one price by road to all accepted requests among 280 concurrent quotes and orders of one trip (QUO-15)", async () => {
    osrm.behave(answerAfter(100));
    const { api, shop } = await local.newShop();
    const calls = Array.from({ length: 140 }, (): Promise<ApiAnswer<Quote>>[] => [
      quoteTo(api, dropoff(1)),
      api.create(orderTo(dropoff(1))),
    ]);
    const answers = await Promise.all(calls.flat());
    const accepted = answers.filter(({ status }) => status < 300);
    // On a slow machine, some wait too long for a connection to the database.
    expect(answers.filter(({ status }) => status >= 300 && status !== 503)).toEqual([]);

    expect(accepted.length).toBeGreaterThan(0);
    expect(new Set(accepted.map(({ data }) => `${data.price} ${data.routing}`)).size).toBe(1);
    expect(accepted[0]?.data.routing).toBe("roads");
    expect(reasons).toEqual([]);
    expect(osrm.requests).toHaveLength(1);
    const stored = await local.db.models.order.groupBy({
      by: ["price", "routing"],
      where: { accountId: shop.accountId },
      _count: true,
    });
    expect(stored.map(({ routing }) => routing)).toEqual(["roads"]);
  });

  it("causes a 503 that stores nothing for a route that takes over 2.5 s, and all other orders are priced by road (QUO-15)", async () => {
    osrm.behave(answerAfter(600));
    const { api, shop } = await local.newShop();
    const answers: ApiAnswer[] = [];
    const sendTwenty = async () => {
      const numbers = Array.from({ length: 20 }, (_, index) => answers.length + index);
      answers.push(...(await Promise.all(numbers.map((number) => api.create(orderTo(dropoff(number)))))));
    };
    // A busy machine may take over 2.5 s for all of them.
    await pollUntil(async () => {
      await sendTwenty();
      return answers.some(({ status }) => status === 201);
    });
    const created = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);

    expect(created.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(5);
    for (const answer of refused) expectRefusal(answer);
    for (const { data } of created) expect(data.routing).toBe("roads");
    const where = { accountId: shop.accountId };
    expect(await local.db.models.order.count({ where })).toBe(created.length);
    expect(await local.db.models.event.count({ where })).toBe(created.length);
    expect(reasons).toEqual([]);
  });

  it("delays another account only by that account's own requests (QUO-15)", async () => {
    const { api: busy } = await local.newShop();
    const { api: calm } = await local.newShop();
    osrm.behave(answerAfter(150));
    let isOver = false;
    let sent = 0;
    const burst = Array.from({ length: 20 }, async () => {
      while (!isOver) {
        sent += 1;
        const { status } = await quoteTo(busy, dropoff(sent));
        if (status !== 200) expect(status).toBe(503);
      }
    });
    await pollUntil(() => osrm.requests.length >= 4);
    for (let number = 0; number < 5; number += 1) {
      const { status, data } = await quoteTo(calm, dropoff(400 + number));
      expect([status, data.routing]).toEqual([200, "roads"]);
    }
    isOver = true;
    await Promise.all(burst);
    expect(reasons).toEqual([]);
  });
});

describe.skipIf(enginePrograms() === null)("the road engine under load", () => {
  let roads: Roads;

  beforeAll(async () => {
    roads = await startRoads();
    // On a busy machine even a healthy engine may exceed the usual budget.
    await open({ osrmUrl: roads.url, budgetMs: PATIENCE_MS });
  });

  afterAll(async () => {
    await local?.close();
    await roads?.close();
  });

  const isUp = () =>
    fetch(`${roads.url}/health`).then(
      (answer) => answer.ok,
      () => false,
    );

  it("is replaced by marked estimates only after it is killed, and for at most 5 s after its return (QUO-15)", async () => {
    const { api } = await local.newShop();
    let phase = "before";
    let sent = 0;
    let longestMs = 0;
    const answers: { phase: string; answer: ApiAnswer }[] = [];
    const work = Array.from({ length: 12 }, async () => {
      while (phase !== "over") {
        sent += 1;
        const requested = phase;
        const sentAt = performance.now();
        const answer = await api.create(orderTo(dropoff(sent)));
        longestMs = Math.max(longestMs, performance.now() - sentAt);
        answers.push({ phase: requested === phase ? requested : "between", answer });
      }
    });
    const routingsIn = (name: string) =>
      answers.flatMap(({ phase: asked, answer }) =>
        asked === name && answer.status === 201 ? [answer.data.routing] : [],
      );
    await pollUntil(() => routingsIn("before").length > 30);
    expect(reasons).toEqual([]);
    phase = "down";
    process.kill(roads.pid() ?? 0, "SIGKILL");
    await pollUntil(() => routingsIn("down").includes("estimate"));
    await pollUntil(isUp);
    const returnedAt = performance.now();
    phase = "back";
    await pollUntil(() => routingsIn("back").includes("roads"));
    const tookMs = performance.now() - returnedAt;
    phase = "after";
    await pollUntil(() => routingsIn("after").length > 30);
    phase = "over";
    await Promise.all(work);

    expect(new Set(routingsIn("before"))).toEqual(new Set(["roads"]));
    expect(new Set(routingsIn("after"))).toEqual(new Set(["roads"]));
    // An order that was sent before may end later.
    expect(tookMs).toBeLessThan(5_000 + longestMs);
    for (const { answer } of answers) if (answer.status !== 201) expectRefusal(answer);
    const estimates = answers.filter(({ answer }) => answer.data?.routing === "estimate").length;
    expect(await local.db.models.order.count({ where: { routing: "estimate" } })).toBe(estimates);
    expect(new Set(reasons)).toEqual(new Set(["unreachable", "down"]));
  });
});
