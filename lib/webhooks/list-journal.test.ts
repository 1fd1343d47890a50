import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEvents } from "@/lib/events/list-events";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { createOrder } from "@/lib/orders/create-order";
import { placeTestOrder } from "@/lib/sandbox/demo/place-test-order";
import { listLatestScenarioRuns } from "@/lib/sandbox/list-scenario-runs";
import { findJournalEvent, listJournal } from "@/lib/webhooks/list-journal";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

const ANY = { type: null, externalOrderId: null };

describe("the event journal page", () => {
  let local: LocalApi;
  let shop: Client;

  beforeAll(async () => {
    local = await openLocalApi();
    ({ shop } = await local.newShop());
    await addEndpoint(testWebhooks(local.db), shop.scope, "https://localhost:4000/");
    const { context } = local.couriers;
    for (const id of ["a", "b"])
      await createOrder(context, shop.scope, { body: orderBody({ external_order_id: id }) });
    await cancelOrder(context, shop.scope, { externalOrderId: "a", reason: "other" });
  });

  afterAll(() => local?.close());

  const list = (change: Partial<Parameters<typeof listJournal>[2]> = {}, scope = shop.scope) =>
    listJournal(local.runtime, scope, { filter: ANY, before: "", limit: 10, ...change });
  const notified = ({ events }: Awaited<ReturnType<typeof list>>) =>
    events.map(({ type, externalOrderId }) => `${type} ${externalOrderId}`);

  it("lists the latest events first and pages by cursors", async () => {
    const all = ["order.cancelled a", "order.created b", "order.created a"];
    expect(notified(await list())).toEqual(all);
    const first = await list({ limit: 1 });
    expect([notified(first), first.hasOlder]).toEqual([all.slice(0, 1), true]);
    const rest = await list({ before: first.events[0]?.cursor ?? "" });
    expect([notified(rest), rest.hasOlder]).toEqual([all.slice(1), false]);
    expect(notified(await list({ before: "nonsense" }))).toEqual(all);
  });

  it("can be filtered by event type and order, within one account and mode", async () => {
    expect(notified(await list({ filter: { ...ANY, type: "order.created" } }))).toEqual([
      "order.created b",
      "order.created a",
    ]);
    expect(notified(await list({ filter: { ...ANY, externalOrderId: "b" } }))).toEqual(["order.created b"]);
    expect(notified(await list({}, { ...shop.scope, mode: "test" }))).toEqual([]);
    const { shop: stranger } = await local.newShop();
    expect(notified(await list({}, stranger.scope))).toEqual([]);
    const [event] = (await list()).events;
    expect(await findJournalEvent(local.db, stranger.scope, event?.id ?? "")).toBeNull();
    expect(await findJournalEvent(local.db, shop.scope, "x")).toBeNull();
  });

  it("shows each notified endpoint and a cursor from which GET /events continues", async () => {
    const { events } = await list();
    const created = events.find(
      ({ type, externalOrderId }) => type === "order.created" && externalOrderId === "b",
    );
    const event = await findJournalEvent(local.db, shop.scope, created?.id ?? "");
    expect(event?.told).toMatchObject([{ url: "https://localhost:4000/", state: "pending" }]);
    expect(JSON.parse(event?.body ?? "")).toMatchObject({ id: created?.id, event: "order.created" });
    const after = await listEvents(local.runtime, shop.scope, { after: event?.cursor, limit: 10 });
    expect(after.bodies.map((body) => (JSON.parse(body) as { event: string }).event)).toEqual([
      "order.cancelled",
    ]);
  });

  it("lists a test scenario among the latest runs after it is started", async () => {
    const scope = { ...shop.scope, mode: "test" as const };
    const { context } = local.couriers;
    const run = (scenario: "happy" | "one_of_three_refused") =>
      placeTestOrder(context, scope, { scenario, speed: null, dataDir: "/nowhere" });
    const [happy, three] = [await run("happy"), await run("one_of_three_refused")];
    expect(three.status).toBe("new");
    expect(await listLatestScenarioRuns(local.db, scope, 5)).toMatchObject([
      { scenario: "one_of_three_refused", orderCode: three.orderCode, isManual: false },
      { scenario: "happy", orderCode: happy.orderCode },
    ]);
  });

  it("shows the calls that count against a key's limit without counting one", async () => {
    const { rateLimiter } = local.runtime;
    const ids = [shop.keyId, "another"];
    expect(await rateLimiter.usage(ids)).toEqual(new Map());
    await rateLimiter.take(shop.keyId, 5);
    await rateLimiter.take(shop.keyId, 5);
    expect(await rateLimiter.usage(ids)).toEqual(new Map([[shop.keyId, 2]]));
    expect(await rateLimiter.usage(ids)).toEqual(new Map([[shop.keyId, 2]]));
  });
});
