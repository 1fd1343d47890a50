import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chainRecords } from "@/lib/audit/chain-records";
import { verifyChains } from "@/lib/audit/verify-chains";
import { readBody } from "@/lib/events/event-body";
import { createDiskFiles } from "@/lib/files/create-disk-files";
import type { FileStore } from "@/lib/files/stored-file";
import { adjustCharge } from "@/lib/orders/adjust-charge";
import { ERASED_TEXT } from "@/lib/orders/erased";
import { addProof } from "@/lib/orders/fulfillment/add-proof";
import { searchAnyOrders } from "@/lib/orders/list/list-orders-for-operators";
import { lockOrder } from "@/lib/orders/load-order";
import { discardFile } from "@/lib/orders/proof/discard-file";
import { kopecks } from "@/lib/pricing/money";
import { exportPhone } from "@/lib/privacy/export-phone";
import { hasPhone } from "@/lib/privacy/has-phone";
import { placeHold, releaseHold } from "@/lib/privacy/legal-hold";
import { listColumns } from "@/lib/privacy/personal-data";
import { replayErasures } from "@/lib/privacy/replay-erasures";
import { type ErasureContext, eraseOrder, erasePhone } from "@/lib/privacy/request-erasure";
import { chooseRetention, eraseExpiredPeople } from "@/lib/privacy/retention";
import { KEEP_PEOPLE } from "@/lib/privacy/retention-choice";
import { claimDeliveries, recordAttempt } from "@/lib/webhooks/sending-store";
import { type ApiClient, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { writeCalls } from "@/testing/request-log";
import { filesBelow } from "@/testing/s3-server";
import type { Client } from "@/testing/shop";
import { pollUntil } from "@/testing/until";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

interface Person {
  readonly phone: string;
  /** A word in every text of theirs. */
  readonly word: string;
  readonly street: string;
  readonly door: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Whether a text has something of them, also as folded for the search. */
  readonly traces: RegExp;
}

const PHONE = "+79219876543";
const ZOE: Person = {
  phone: PHONE,
  word: "Канарейкина",
  street: "Соловьиная улица",
  door: "Домофон-77",
  latitude: 59.918273,
  longitude: 30.364554,
  traces:
    /канарейк|k.n.r.i|9219876543|987.?65.?43|\+9876|соловьин|[s]olo|домофон-77|59\.?918273|30\.?364554/i,
};
const PETER: Person = {
  phone: "+79160001122",
  word: "Снегирёв",
  street: "Тихая улица",
  door: "Подъезд-5",
  latitude: 59.928374,
  longitude: 30.354667,
  traces: /снегир|[s]neg|9160001122|000.?11.?22|\+0001|тихая|подъезд-5|59\.?928374|30\.?354667/i,
};

let local: LocalApi;
let client: pg.Client;
let folder: string;
let files: FileStore;
let context: ErasureContext;

beforeAll(async () => {
  local = await openLocalApi();
  client = new pg.Client({ connectionString: local.databaseUrl });
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await local?.close();
});

beforeEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), "privacy-"));
  files = createDiskFiles(folder);
  context = { db: local.db, clock: local.clock, files };
});

const makeStop = ({ phone, word, street, door, latitude, longitude }: Person) => ({
  address: {
    latitude,
    longitude,
    area: "Санкт-Петербург",
    street,
    building: door,
    intercom: `${word} 7`,
    instructions: `${word}: ${phone}`,
  },
  contact: { value: phone, name: `Ум ${word}` },
  metadata: { note: `${word}, VIP` },
});

interface Ended {
  readonly shop: Client;
  readonly api: ApiClient;
  readonly code: string;
  readonly id: bigint;
  readonly externalOrderId: string;
  readonly courierId: string;
}

/** An order with a trace of the person in every table that can have one. */
async function endOrder(person: Person, shop?: Pick<Ended, "shop" | "api">): Promise<Ended> {
  const { db } = local;
  const { phone, word, latitude, longitude } = person;
  const { shop: owner, api } = shop ?? (await local.newShop());
  const { accountId, scope } = owner;
  await db.models.account.updateMany({
    where: { id: accountId },
    data: { proofPhoto: true, proofSignature: true, messageKinds: ["accepted", "delivered"] },
  });
  await addEndpoint(testWebhooks(db, local.clock), scope, "http://127.0.0.1:8099/hook");
  const body = orderBody({
    comment: `Для ${word}`,
    metadata: { customer: word },
    dropoffs: [makeStop(person)],
  });
  const [from, to] = [body.pickup, makeStop(person)].map(({ address }) => ({
    latitude: address.latitude,
    longitude: address.longitude,
  }));
  const quote = await api.post<{ quote_id: string }>("/v1/partner/quotes", { pickup: from, dropoffs: [to] });
  const { data, status } = await api.create({ ...body, quote_id: quote.data.quote_id });
  if (status !== 201 && status !== 200) throw new Error(`create: ${status}`);
  await writeCalls(db, owner, [{ externalOrderId: data.external_order_id }]);
  await client.query("UPDATE logged_requests SET request_body = $1 WHERE external_order_id = $2", [
    JSON.stringify(body),
    data.external_order_id,
  ]);
  const courierId = await local.couriers.lead(scope, data.external_order_id, "delivered");
  const order = await db.models.order.findFirstOrThrow({ where: { orderCode: data.order_code } });
  const orderId = order.id;
  const at = local.clock.now();
  await db.models.orderStop.updateMany({
    where: { orderId, position: 1 },
    data: {
      recipientNote: `${word} ждёт`,
      recipientNoteAt: at,
      messages: [
        { id: "1", at: at.toISOString(), isFromCourier: true, code: null, text: `${word}, я внизу` },
      ],
      feedback: "problem",
      feedbackText: word,
      feedbackAt: at,
      signerName: word,
      codeCheck: "overridden",
      codeOverriddenBy: "operator",
      codeOverrideReason: `${word} просит`,
    },
  });
  await adjustCharge(
    {
      ...local.couriers.context,
      db: db.withAudit({ id: randomUUID(), actorType: "operator", actorId: null, action: "order.adjust" }),
    },
    scope,
    { externalOrderId: data.external_order_id, amount: kopecks(100), why: `${word} просит` },
  );
  await db.models.recipientMessage.updateMany({
    where: { orderId, kind: "accepted" },
    data: {
      state: "sent",
      phone: phone,
      text: `${word}, заказ принят`,
      answer: phone,
      finishedAt: at,
    },
  });
  await db.models.orderPosition.createMany({
    data: [{ orderId, recordedAt: at, courierId, latitude, longitude, heading: 0 }],
  });
  await db.models.orderWay.deleteMany({ where: { orderId } });
  await db.models.orderWay.create({
    data: { orderId, courierId, places: `${latitude},${longitude}`, legs: [] },
  });
  await db.models.pushSubscription.create({
    data: {
      orderId,
      trackingToken: order.trackingToken,
      endpoint: `https://push/${word}`,
      p256dh: "a",
      auth: "b",
      locale: "ru",
      createdAt: at,
    },
  });
  const delivery = await db.models.webhookDelivery.findFirst({ where: { orderId } });
  if (delivery !== null) {
    await db.models.webhookAttempt.create({
      data: {
        deliveryId: delivery.id,
        number: 1,
        endpointId: delivery.endpointId,
        attemptedAt: at,
        durationMs: 1,
        signature: "v1,x",
        response: word,
      },
    });
    await db.models.webhookDelivery.create({
      data: {
        endpointId: delivery.endpointId,
        accountId,
        eventId: randomUUID(),
        eventType: "driver.location_updated",
        orderId,
        body: JSON.stringify({ latitude }),
        runAt: at,
        createdAt: at,
      },
    });
  }
  for (const { objectKey } of await db.models.proofFile.findMany({ where: { orderId } })) {
    await files.put(objectKey, new Uint8Array(Buffer.from(word)));
  }
  return {
    shop: owner,
    api,
    code: data.order_code,
    id: orderId,
    externalOrderId: data.external_order_id,
    courierId,
  };
}

/** Rows that the phone alone leads to. */
async function addBelongings(
  { shop: { accountId }, courierId }: Ended,
  person: Person,
  typed: string,
): Promise<void> {
  const { db } = local;
  const createdAt = local.clock.now();
  const { word } = person;
  const { address, contact } = makeStop(person);
  const saved = { contactValue: typed, contactName: contact.name, contactType: "phone" as const };
  await db.models.savedAddress.create({ data: { accountId, ...address, name: word, ...saved } });
  const stop = { address, contact: { ...contact, value: typed } };
  await db.models.orderTemplate.create({
    data: { accountId, name: word, draft: { dropoffs: [stop] }, createdAt },
  });
  const table = { fileName: `${word}.csv`, header: [], total: 1, groups: [[[word, typed]]] };
  await db.models.import.create({ data: { id: randomUUID(), accountId, mode: "live", ...table, createdAt } });
  await db.models.courierMessage.create({
    data: { courierId, text: `${word}: ${typed}`, sentAt: createdAt },
  });
}

/** Every row of the database as text, by table, except the given tables. */
async function dump(): Promise<[string, string][]> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY 1",
  );
  const all: [string, string][] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM "${name}" t`);
    const readBytes = (bytes: Buffer) =>
      name === "events" ? readBody({ body: null, packed: bytes }) : bytes.toString();
    for (const { text } of rows)
      all.push([
        name,
        text.replaceAll(/\\x((?:[0-9a-f]{2})+)/g, (_, hex) => readBytes(Buffer.from(hex, "hex"))),
      ]);
  }
  return all;
}

/** Rows with something of a person. */
const findTraces = async ({ traces }: Person): Promise<string[]> =>
  (await dump()).filter(([, text]) => traces.test(text)).map(([table, text]) => `${table}: ${text}`);

const findFileTraces = ({ traces }: Person): string[] =>
  filesBelow(folder).filter((name) => traces.test(readFileSync(join(folder, name), "utf8")));

/** Runs the jobs that delete files. */
async function discardFiles(): Promise<void> {
  const jobs = await local.db.models.job.findMany({
    where: { kind: "erase_file", runAt: { lte: new Date() } },
  });
  for (const { key } of jobs) await discardFile(files)(local.couriers.context, key);
}

/** Columns of an order that an erasure keeps. */
const readKept = ({ id }: Ended) =>
  local.db.models.order.findFirstOrThrow({
    where: { id },
    select: {
      status: true,
      price: true,
      charges: true,
      distanceMeters: true,
      createdAt: true,
      updatedAt: true,
      deliveredAt: true,
      statusChanges: true,
      stops: {
        select: { area: true, price: true, distanceMeters: true, arrivedAt: true, deliveredAt: true },
      },
      events: { select: { id: true, sequence: true, type: true, createdAt: true, row: true } },
    },
  });

/** Tables with traces of a person whom nothing has erased. */
const TABLES = [
  "audit_details",
  "courier_messages",
  "events",
  "imports",
  "logged_requests",
  "order_charges",
  "order_metadata",
  "order_positions",
  "order_stops",
  "order_templates",
  "order_ways",
  "orders",
  "push_subscriptions",
  "quotes",
  "recipient_messages",
  "saved_addresses",
  "webhook_attempts",
  "webhook_deliveries",
];

describe("the map of personal data", () => {
  it("lists every column of the database once", async () => {
    const { rows } = await client.query<{ table: string; columns: string[] }>(`
      SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attname::text COLLATE "C") AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
        AND c.relname NOT LIKE '\\_prisma%' AND c.relname NOT IN ('migrations')
      GROUP BY 1 ORDER BY 1`);
    expect(listColumns()).toEqual(Object.fromEntries(rows.map(({ table, columns }) => [table, columns])));
  });

  it.each<[string, string, boolean]>([
    ["+7 (921) 987-65-43", "RU", true],
    ["8 921 987 65 43, Зоя", "RU", true],
    ["89219876543", "RU", true],
    ["https://wa.me/79219876543", "MD", true],
    ['{"value":"+79219876543"}', "RU", true],
    ["+373 921 987 65 43", "MD", false],
    ["+79219876544", "RU", false],
    ["179219876543", "RU", false],
    ["12, 34, 9876543", "RU", false],
  ])("finds a phone in %j of %s: %s", (text, home, isFound) => {
    expect(hasPhone(text, PHONE, home)).toBe(isFound);
  });
});

const DAY_MS = 24 * 60 * 60_000;

const erase = (order: Ended) => eraseOrder(context, order.code);

describe("an erasure by phone", () => {
  it("leaves no trace in any column or file, and does not change other people's data", async () => {
    const order = await endOrder(ZOE);
    await addBelongings(order, ZOE, "8 (921) 987-65-43");
    const other = await endOrder(PETER, order);
    await addBelongings(other, PETER, PETER.phone);
    const tables = (await findTraces(ZOE)).map((row) => row.slice(0, row.indexOf(":")));
    expect([...new Set(tables)].sort()).toEqual(TABLES);
    expect(Object.keys(await exportPhone(local.db, PHONE)).sort()).toEqual(
      TABLES.filter((table) => table !== "order_metadata")
        .concat("order_metadata", "proof_files")
        .sort(),
    );
    expect(JSON.stringify(await exportPhone(local.db, PHONE))).not.toMatch(PETER.traces);
    expect(findFileTraces(ZOE)).toHaveLength(4);
    const others = await findTraces(PETER);
    const kept = await readKept(order);
    expect(await erasePhone(context, PHONE)).toEqual({ type: "erased", orders: 1, rows: 4, held: [] });
    await discardFiles();
    expect(await findTraces(ZOE)).toEqual([]);
    expect(findFileTraces(ZOE)).toEqual([]);
    expect(await findTraces(PETER)).toEqual(others);
    expect(findFileTraces(PETER)).toHaveLength(4);
    expect(await readKept(order)).toEqual(kept);
    expect(await exportPhone(local.db, PHONE)).toEqual({});
  });

  it("erases one recipient of several, who then is found no more while the others are", async () => {
    const { shop, api } = await local.newShop();
    const { data } = await api.create(orderBody({ dropoffs: [makeStop(ZOE), makeStop(PETER)] }));
    await local.couriers.lead(shop.scope, data.external_order_id, "delivered");
    const search = async (text: string) =>
      (await searchAnyOrders(local.db, "live", text, local.clock.now()))
        .map(({ code }) => code)
        .filter((code) => code === data.order_code);
    expect(await search("Канарейкина")).toEqual([data.order_code]);
    await erasePhone(context, PHONE);
    expect(await search("Канарейкина")).toEqual([]);
    expect(await search("9876543")).toEqual([]);
    expect(await search("Снегирёв 0001122 VIP")).toEqual([data.order_code]);
    expect(await search(data.order_code)).toEqual([data.order_code]);
    const stops = await local.db.models.orderStop.findMany({
      where: { order: { orderCode: data.order_code } },
      orderBy: { position: "asc" },
    });
    expect(stops.map(({ contactValue }) => contactValue)).toEqual(["+78125550100", ERASED_TEXT, PETER.phone]);
  });

  it("leaves the recipients of the person at a pickup", async () => {
    const order = await endOrder(PETER);
    await local.db.models.orderStop.updateMany({
      where: { orderId: order.id, position: 0 },
      data: { contactValue: PHONE, contactName: ZOE.word },
    });
    const others = (await findTraces(PETER)).length;
    await erasePhone(context, PHONE);
    expect(await findTraces(ZOE)).toEqual([]);
    expect(await findTraces(PETER)).toHaveLength(others);
  });

  it("is refused while an order of the person is active or waits in a batch", async () => {
    const { shop, api } = await local.newShop();
    const { data } = await api.create(orderBody({ dropoffs: [makeStop(ZOE)] }));
    const refused = { type: "refused", active: [data.order_code], unfinished: [] };
    expect(await erasePhone(context, PHONE)).toEqual(refused);
    expect(filesBelow(folder)).toEqual([]);
    await api.post(`/v1/partner/orders/${data.external_order_id}/cancel`, { reason: "changed" });
    const orders = [orderBody({ external_order_id: "later", dropoffs: [makeStop(ZOE)] })];
    await api.post("/v1/partner/batches", { orders });
    expect(await erasePhone(context, PHONE)).toEqual({ type: "refused", active: [], unfinished: ["later"] });
    await local.db.models.batch.deleteMany({ where: { accountId: shop.accountId } });
    expect(await erasePhone(context, PHONE)).toMatchObject({ type: "erased", orders: 1 });
  });
});

describe("an erasure", () => {
  it("spares an order on legal hold until the hold ends", async () => {
    const order = await endOrder(ZOE);
    await placeHold(local.couriers.context, order.code, `${ZOE.word} sues`);
    const before = await findTraces(ZOE);
    expect(await erasePhone(context, PHONE)).toEqual({
      type: "erased",
      orders: 0,
      rows: 0,
      held: [order.code],
    });
    await replayErasures(context);
    expect(await findTraces(ZOE)).toEqual(before);
    await releaseHold(context, order.code);
    expect(await replayErasures(context)).toEqual({ completed: 1, left: [] });
    expect(await findTraces(ZOE)).toEqual([]);
  });

  it("sees a hold that is placed while it waits for the order", async () => {
    const order = await endOrder(ZOE);
    const { erasing } = await local.db.transaction(async (tx) => {
      const locked = await lockOrder(tx, { code: order.code });
      const hold = { orderId: locked?.id ?? 0n, reason: "Court case", placedAt: local.clock.now() };
      await tx.models.legalHold.create({ data: hold });
      const started = erase(order);
      await pollUntil(async () => {
        const { rows } = await client.query("SELECT FROM pg_locks WHERE NOT granted");
        return rows.length > 0;
      });
      // In an object, since a transaction waits for the promise that it returns.
      return { erasing: started };
    });
    expect(await erasing).toMatchObject({ held: [order.code] });
    await releaseHold(context, order.code);
    await replayErasures(context);
    expect(await findTraces(ZOE)).toEqual([]);
  });

  it("lets no webhook in flight and no late photo bring the recipient back", async () => {
    const order = await endOrder(ZOE);
    const most = { slots: 10_000, suspectSlots: 10_000, perEndpoint: 100, perSuspect: 100 };
    const claimed = await claimDeliveries(local.db, { ...most, busy: new Map(), leaseMs: 60_000 });
    expect(claimed.some(({ body }) => ZOE.traces.test(body ?? ""))).toBe(true);
    await erase(order);
    const at = local.clock.now();
    for (const delivery of claimed.filter(({ orderId }) => orderId === order.id)) {
      const result = { status: 200, durationMs: 1, failure: null, detail: null, retryAfter: null };
      const attempt = { at, signature: "v1", result: { ...result, response: delivery.body } };
      await recordAttempt(local.db, delivery, attempt, { state: "succeeded" });
    }
    const photo = { id: randomUUID(), orderId: order.id, kind: "photo" as const, bytes: 1, takenAt: at };
    for (const position of [0, 1]) {
      const added = addProof(local.couriers.context, order.courierId, {
        ...photo,
        position,
        objectKey: ZOE.word,
      });
      await expect(added).rejects.toThrow("STEP_NOT_POSSIBLE");
    }
    expect(await findTraces(ZOE)).toEqual([]);
  });

  it("is applied again after a restore of the database", async () => {
    const order = await endOrder(ZOE);
    await erase(order);
    // As a restore to before the erasure leaves it.
    await local.db.models.erasure.deleteMany();
    await local.db.models.orderStop.updateMany({
      where: { orderId: order.id, position: 1 },
      data: { contactName: ZOE.word, contactValue: PHONE },
    });
    expect(await findTraces(ZOE)).not.toEqual([]);
    expect(await replayErasures(context)).toEqual({ completed: 1, left: [] });
    expect(await findTraces(ZOE)).toEqual([]);
    expect(await replayErasures(context)).toEqual({ completed: 0, left: [] });
    expect(filesBelow(join(folder, "erasures"))).toHaveLength(1);
  });

  it("leaves the audit chains whole, and valid responses", async () => {
    const order = await endOrder(ZOE);
    await chainRecords(local.db, new Date(Date.now() + DAY_MS));
    await erase(order);
    expect((await verifyChains(local.db)).broken).toBeNull();
    // The client checks each response against the published document.
    const { data } = await order.api.get(`/v1/partner/orders/${order.externalOrderId}`);
    expect(data).toMatchObject({ tracking_url: null, metadata: {}, status: "delivered", total: 441 });
    const events = await order.api.get<{ events: object[] }>("/v1/partner/events");
    expect(JSON.stringify(events.data)).toContain(order.code);
  });
});

describe("the retention", () => {
  const run = (now: Date) => eraseExpiredPeople(local.db, now, () => false);
  const setDays = ({ shop }: Ended, retentionDays: number | null) =>
    local.db.models.account.updateMany({ where: { id: shop.accountId }, data: { retentionDays } });

  it("erases nothing until an operator chooses, then what each account no longer keeps", async () => {
    // The accounts of other tests.
    await local.db.models.account.updateMany({ data: { retentionDays: KEEP_PEOPLE } });
    const [expired, kept] = [await endOrder(ZOE), await endOrder(PETER)];
    const later = new Date(local.clock.now().getTime() + 91 * DAY_MS);
    const before = [await findTraces(ZOE), await findTraces(PETER)];
    await run(later);
    expect([await findTraces(ZOE), await findTraces(PETER)]).toEqual(before);
    await chooseRetention(context, 90);
    await setDays(kept, KEEP_PEOPLE);
    await run(new Date(later.getTime() - 2 * DAY_MS));
    expect(await findTraces(ZOE)).toEqual(before[0]);
    await run(later);
    expect(await findTraces(ZOE)).toEqual([]);
    expect(await findTraces(PETER)).toEqual(before[1]);
    // Erased data is not read again.
    const { version } = await local.db.models.order.findFirstOrThrow({ where: { id: expired.id } });
    await run(later);
    expect(await local.db.models.order.count({ where: { id: expired.id, version } })).toBe(1);
  });

  it("passes over a held order, and comes back once the hold ends", async () => {
    await chooseRetention(context, null);
    const [held, order] = [await endOrder(ZOE), await endOrder(PETER)];
    await Promise.all([setDays(held, 30), setDays(order, 30)]);
    await placeHold(local.couriers.context, held.code, "Court case");
    const before = await findTraces(ZOE);
    const later = new Date(local.clock.now().getTime() + 31 * DAY_MS);
    await run(later);
    expect(await findTraces(ZOE)).toEqual(before);
    const { contactValue } = await local.db.models.orderStop.findFirstOrThrow({
      where: { orderId: order.id, position: 1 },
    });
    expect(contactValue).toBe(ERASED_TEXT);
    await releaseHold(context, held.code);
    await run(later);
    expect(await findTraces(ZOE)).toEqual([]);
  });
});
