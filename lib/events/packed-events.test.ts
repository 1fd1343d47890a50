import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findSchemaProblem, listMigrations, migrationsFolder } from "@/lib/db/migrate";
import { text } from "@/lib/db/row";
import { execute, query, sql, withParts } from "@/lib/db/sql";
import { DAY_MS } from "@/lib/duration";
import { buildEventInsert } from "@/lib/events/build-event-insert";
import { listEvents } from "@/lib/events/list-events";
import { listOrderEvents } from "@/lib/events/list-order-events";
import { markRestored } from "@/lib/events/mark-restored";
import type { NewEvent } from "@/lib/events/new-event";
import { type EventResource, ORDER_EVENTS } from "@/lib/orders/event";
import { loadOrder } from "@/lib/orders/load-order";
import { eraseEventBody } from "@/lib/privacy/erase-event-body";
import { exportPhone } from "@/lib/privacy/export-phone";
import { eraseOrder } from "@/lib/privacy/request-erasure";
import { insertDeliveriesSql } from "@/lib/webhooks/insert-deliveries";
import { findSent, getDelivery } from "@/lib/webhooks/list-deliveries";
import { findJournalEvent } from "@/lib/webhooks/list-journal";
import { claimDeliveries, releaseDeliveries } from "@/lib/webhooks/sending-store";
import { requeueDeliveries } from "@/lib/webhooks/waiting-store";
import { buildSampleEvent } from "@/lib/webhooks/webhook-event";
import { anyText } from "@/testing/any-text";
import { orderBody } from "@/testing/api-client";
import { createDatabase } from "@/testing/database";
import { FORMER_RELEASE } from "@/testing/former-release";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";
import { createUpgradedDatabase } from "@/testing/upgraded-database";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

const OF_EACH_TYPE = 3;
const PHONE = "+79219876543";
const LIMITS = { slots: 1_000, suspectSlots: 1_000, perEndpoint: 1_000, perSuspect: 1_000, leaseMs: 60_000 };

const details = fc.record({
  id: fc.uuid(),
  externalOrderId: fc.string({ unit: "grapheme", minLength: 1, maxLength: 64 }),
  metadata: fc.dictionary(fc.string({ maxLength: 20 }), anyText({ maxLength: 200 }), {
    maxKeys: 5,
  }),
  agoMs: fc.integer({ min: 1, max: 29 * DAY_MS }),
});

/** Events of every type in random order, with random texts, times and repetitions. */
function makeEvents(now: Date, firstSequence: number): NewEvent[] {
  const types = fc.sample(
    fc.shuffledSubarray(
      ORDER_EVENTS.flatMap((type) => Array<typeof type>(OF_EACH_TYPE).fill(type)),
      { minLength: ORDER_EVENTS.length * OF_EACH_TYPE },
    ),
    1,
  )[0];
  if (types === undefined) throw new Error("There are no types.");
  return fc.sample(details, types.length).map(({ id, externalOrderId, metadata, agoMs }, index) => {
    const type = types[index] ?? "order.updated";
    const at = new Date(now.getTime() - agoMs);
    const sample = buildSampleEvent(type, { id, at, publicUrl: "https://delivery.example.com" });
    const event = JSON.parse(sample.body) as EventResource;
    event.order.external_order_id = externalOrderId;
    event.order.metadata = metadata;
    return { ...sample, sequence: firstSequence + index, body: JSON.stringify(event) };
  });
}

describe.each([
  { name: "of a new installation, which packs", create: createDatabase, isPacked: true },
  { name: "that was upgraded, which does not", create: createUpgradedDatabase, isPacked: false },
])("events on a database $name", ({ create, isPacked }) => {
  let local: LocalApi;
  let shop: Client;
  let endpointId: string;
  let code: string;
  let orderId: bigint;
  let externalOrderId: string;
  /** The bodies as they were composed, in the sequence of the journal. */
  let written: NewEvent[];

  beforeAll(async () => {
    local = await openLocalApi(await create());
    const made = await local.newShop();
    shop = made.shop;
    const { endpoint } = await addEndpoint(testWebhooks(local.db), shop.scope, "https://shop.example.com/");
    endpointId = endpoint.id;
    const body = orderBody();
    for (const dropoff of body.dropoffs) dropoff.contact = { ...dropoff.contact, value: PHONE };
    externalOrderId = body.external_order_id;
    code = (await made.api.create(body)).data.order_code;
    await local.couriers.lead(shop.scope, externalOrderId, "delivered");
    const order = await local.db.models.order.findFirstOrThrow({ where: { externalOrderId } });
    orderId = order.id;
    written = makeEvents(local.clock.now(), order.eventSequence + 1);
    for (const event of written) {
      const parts = withParts({
        journal: buildEventInsert(sql`(SELECT * FROM orders WHERE id = ${orderId})`, event, {
          type: "job",
          id: "test",
        }),
        deliveries: insertDeliveriesSql(sql`journal`),
      });
      await execute(local.db)`${parts} SELECT FROM journal`;
    }
  });
  afterAll(() => local?.close());

  /** The bodies of the written events at every reader, in the sequence of the journal. */
  async function readEverywhere(): Promise<Record<string, (string | null | undefined)[]>> {
    const { db } = local;
    const { scope } = shop;
    const ids = written.map(({ id }) => id);
    const inOrder = (bodies: ReadonlyMap<string, string | null>) => ids.map((id) => bodies.get(id));
    const byId = (bodies: readonly string[]) => new Map(bodies.map((body) => [JSON.parse(body).id, body]));

    const deliveries = await db.models.webhookDelivery.findMany({ where: { endpointId } });
    const deliveryIds = new Map(deliveries.map(({ id, eventId }) => [eventId, id]));
    await requeueDeliveries(db, scope, endpointId, [...deliveryIds.values()]);
    const claimed = await claimDeliveries(db, { ...LIMITS, busy: new Map() });
    await releaseDeliveries(db, claimed);
    const { bodies } = await listEvents(local.runtime, scope, { limit: 1_000 });
    const exported = (await exportPhone(db, PHONE)).events ?? [];
    return {
      journal: inOrder(byId(bodies)),
      webhooks: inOrder(new Map(claimed.map(({ eventId, body }) => [eventId, body]))),
      deliveries: await Promise.all(
        ids.map(async (id) => {
          const deliveryId = deliveryIds.get(id) ?? 0n;
          return (await getDelivery(db, scope, { endpointId, deliveryId })).body;
        }),
      ),
      sent: await Promise.all(ids.map(async (id) => (await findSent(db, scope, endpointId, id))?.body)),
      dashboard: await Promise.all(ids.map(async (id) => (await findJournalEvent(db, scope, id))?.body)),
      ...(exported.length === 0 ? {} : { exported: inOrder(byId(exported.map(({ body }) => String(body)))) }),
    };
  }

  const expectEverywhere = async (bodies: readonly string[]): Promise<void> => {
    for (const [reader, found] of Object.entries(await readEverywhere()))
      expect({ reader, found }).toEqual({ reader, found: bodies });
  };

  it("have the bytes that were composed, at every reader (JRN-2, JRN-6)", async () => {
    await expectEverywhere(written.map(({ body }) => body));
    expect((await readEverywhere()).exported).toHaveLength(written.length);
  });

  it("are stored in one form", async () => {
    const packed = await local.db.models.event.count({ where: { packed: { not: null } } });
    const plain = await local.db.models.event.count({ where: { body: { not: null } } });
    const all = await local.db.models.event.count();
    expect({ packed, plain }).toEqual(isPacked ? { packed: all, plain: 0 } : { packed: 0, plain: all });
  });

  it("are refused to the former release if it cannot read them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "dropline-migrations-"));
    try {
      for (const name of listMigrations(migrationsFolder()))
        if (name <= FORMER_RELEASE.lastMigration) mkdirSync(join(folder, name));
      expect(await findSchemaProblem(local.db, folder)).toBe(
        isPacked ? "database requires Dropline of a later release" : null,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("give the history of an order its couriers, stops and reasons", async () => {
    const order = await loadOrder(local.db, { scope: shop.scope, externalOrderId });
    if (order === null) throw new Error("The order does not exist.");
    const shown = new Map((await listOrderEvents(local.db, order)).map((event) => [event.sequence, event]));
    for (const { sequence, type, body } of written) {
      const { order: sent, stop } = JSON.parse(body) as EventResource;
      const isOfDriver = type === "order.assigned" || type === "order.driver_changed";
      expect(shown.get(sequence)).toMatchObject({
        type,
        actorType: "job",
        driverName: isOfDriver ? (sent.driver?.name ?? null) : null,
        stopIndex: stop?.index ?? null,
        failureCode: stop?.failure?.code ?? null,
        heldReason: sent.held_reason,
      });
    }
  });

  it("keep their bytes after a restore and an erasure, which keeps the form", async () => {
    await markRestored(local.db, { until: local.clock.now() });
    await expectEverywhere(written.map(({ body }) => body));
    await eraseOrder({ db: local.db, clock: local.clock, files: local.runtime.files }, code);
    const erased = written.map(({ body }) => eraseEventBody(body, () => true));
    await expectEverywhere(erased);
    const forms = await query(local.db, { form: text })`
      SELECT DISTINCT CASE WHEN body IS NULL THEN 'packed' ELSE 'body' END AS form FROM events`;
    expect(forms).toEqual([{ form: isPacked ? "packed" : "body" }]);
  });

  it("end with their rows: a delivery without a body is not sent again", async () => {
    const id = randomUUID();
    const [delivery] = await local.db.models.webhookDelivery.findMany({ where: { endpointId }, take: 1 });
    if (delivery === undefined) throw new Error("There is no delivery.");
    await local.db.models.webhookDelivery.update({ where: { id: delivery.id }, data: { eventId: id } });
    expect(await requeueDeliveries(local.db, shop.scope, endpointId, [delivery.id])).toEqual({
      found: 1,
      armed: 0,
    });
    expect(await findSent(local.db, shop.scope, endpointId, id)).toMatchObject({ body: null });
  });
});
