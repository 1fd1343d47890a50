import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chainRecords } from "@/lib/audit/chain-records";
import { verifyChains } from "@/lib/audit/verify-chains";
import { createDiskFiles } from "@/lib/files/disk-files";
import type { FileStore } from "@/lib/files/stored-file";
import { adjustCharge } from "@/lib/orders/adjust-charge";
import { exportPhone } from "@/lib/personal-data/export-phone";
import { ERASED_TEXT, listedColumns, PERSONAL_DATA } from "@/lib/personal-data/personal-data";
import { hasPhone } from "@/lib/personal-data/phone-in-text";
import { replayErasures } from "@/lib/personal-data/replay-erasures";
import { type ErasureContext, eraseOrder, erasePhone } from "@/lib/personal-data/request-erasure";
import { kopecks } from "@/lib/pricing/money";
import { discardFile } from "@/lib/proof-of-delivery/discard-file";
import { type ApiClient, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { writeCalls } from "@/testing/request-log";
import { filesBelow } from "@/testing/s3-server";
import type { Client } from "@/testing/shop";
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
  traces: /канарейк|kanare|9219876543|987.?65.?43|\+9876|соловьин|solov|домофон-77|59\.?918273|30\.?364554/i,
};
const PETER: Person = {
  phone: "+79160001122",
  word: "Снегирёв",
  street: "Тихая улица",
  door: "Подъезд-5",
  latitude: 59.928374,
  longitude: 30.354667,
  traces: /снегир|snegir|9160001122|000.?11.?22|\+0001|тихая|подъезд-5|59\.?928374|30\.?354667/i,
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

/** What is found by the phone alone. */
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
    for (const { text } of rows)
      all.push([
        name,
        text.replaceAll(/\\x((?:[0-9a-f]{2})+)/g, (_, hex) => Buffer.from(hex, "hex").toString()),
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
    where: { kind: "discard_file", runAt: { lte: new Date() } },
  });
  for (const { key } of jobs) await discardFile(files)(local.couriers.context, key);
}

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
    expect(
      Object.fromEntries(
        Object.entries(PERSONAL_DATA).map(([table, entry]) => [table, listedColumns(entry)]),
      ),
    ).toEqual(Object.fromEntries(rows.map(({ table, columns }) => [table, columns])));
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

describe("an erasure by phone", () => {
  it("leaves no trace in any column or file, and everyone else as they were", async () => {
    const order = await endOrder(ZOE);
    await addBelongings(order, ZOE, "8 (921) 987-65-43");
    const other = await endOrder(PETER, order);
    await addBelongings(other, PETER, PETER.phone);
    const tables = (await findTraces(ZOE)).map((row) => row.slice(0, row.indexOf(":")));
    expect([...new Set(tables)].sort()).toEqual(TABLES);
    expect(findFileTraces(ZOE)).toHaveLength(4);
    const others = await findTraces(PETER);
    expect(await erasePhone(context, PHONE)).toEqual({ type: "erased", orders: 1, rows: 4, held: [] });
    await discardFiles();
    expect(await findTraces(ZOE)).toEqual([]);
    expect(findFileTraces(ZOE)).toEqual([]);
    expect(await findTraces(PETER)).toEqual(others);
    expect(findFileTraces(PETER)).toHaveLength(4);
  });
});
