import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Geocoder } from "@/lib/city/geocoding/geocoder";
import { type Database, openDatabase } from "@/lib/db/client";
import { checkRows } from "@/lib/imports/check-rows";
import { deleteImports } from "@/lib/imports/delete-imports";
import { findColumns } from "@/lib/imports/find-columns";
import { findProgress, findRejected } from "@/lib/imports/find-import";
import { MAX_CELL_LENGTH } from "@/lib/imports/limits";
import { IMPORT_CONCURRENCY } from "@/lib/imports/map-concurrently";
import { stopImport } from "@/lib/imports/stop-import";
import { submitImport } from "@/lib/imports/submit-import";
import { orderBody as schema, stopFromBody } from "@/lib/orders/schema";
import { orderBody } from "@/testing/api-client";
import { createDatabase } from "@/testing/database";
import { finishBatches } from "@/testing/run-batches";
import { type Client, CourierSide, makeClient } from "@/testing/shop";

let db: Database;
let drop: () => Promise<void>;
let shop: Client;
let context: CourierSide["context"];

beforeAll(async () => {
  const database = await createDatabase();
  db = openDatabase(database.url, 4);
  drop = async () => {
    await db.close();
    await database.drop();
  };
  context = new CourierSide(db).context;
  shop = await makeClient(db);
});
afterAll(() => drop());

const HEADER = ["Order ID", "Street", "House", "Latitude", "Longitude", "Phone", "City"];
const COLUMNS = ["order_id", "street", "building", "latitude", "longitude", "phone", "area"] as const;
const cells = (id: string, latitude = "59.93") => [
  id,
  "улица Марата",
  "30",
  latitude,
  "30.35",
  "+79161234567",
  "Город",
];
const TERMS = {
  ...{ phoneCountry: "RU", timeZone: "Europe/Moscow", geocoder: null, language: null },
  dateOrder: "day_first",
  pickup: stopFromBody(schema.parse(orderBody()).pickup),
  bounds: { west: 30.1, south: 59.8, east: 30.6, north: 60.1 },
} as const;
const file = (...groups: string[][][]) => ({
  ...{ id: randomUUID(), fileName: "orders.csv", header: HEADER, columns: COLUMNS, groups, places: {} },
  userId: randomUUID(),
});
const createOrders = () => finishBatches(context, shop.accountId);
const countOrders = () => db.models.order.count({ where: { accountId: shop.accountId } });

it("checks rows by the rules of POST /orders and writes nothing", async () => {
  const groups = [[cells("C-1")], [cells("C-2", "95")]];
  const found = await checkRows(context, shop.scope, file(...groups), TERMS);
  expect(found.groups.map(({ price, problems }) => [price !== null, problems])).toEqual([
    [true, []],
    [false, [{ row: 0, field: "latitude", code: "latitude" }]],
  ]);
  expect([await countOrders(), await db.models.batch.count(), await db.models.import.count()]).toEqual([
    0, 0, 0,
  ]);
});

it("reports an order of more rows than dropoffs, and cells that the page has shortened, as problems", async () => {
  const long = ["N-1", "x".repeat(MAX_CELL_LENGTH), ...cells("").slice(2)];
  const groups = [Array.from({ length: 12 }, (_, row) => cells("M-1", `59.9${row}`)), [long]];
  const found = await checkRows(context, shop.scope, file(...groups), TERMS);
  expect(found.groups).toEqual([
    { price: null, problems: [expect.objectContaining({ code: "too_many_dropoffs" })], question: null },
    { price: null, problems: [{ row: 0, field: "street", code: "too_long" }], question: null },
  ]);
});

it("searches for at most four addresses of a check at a time", async () => {
  let [running, most] = [0, 0];
  const geocoder: Geocoder = {
    findNearest: async () => null,
    searchPlaces: async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return [];
    },
  };
  const groups = Array.from({ length: 100 }, (_, index) => [
    [`G-${index}`, `street ${index}`, "1", "", "", "", ""],
  ]);
  const found = await checkRows(context, shop.scope, file(...groups), { ...TERMS, geocoder });
  expect(found.groups).toHaveLength(100);
  expect(most).toBe(IMPORT_CONCURRENCY);
});

it("asks about an order with an unusual trip, or with a stop far outside the served city", async () => {
  const swapped = cells("Q-2").map((cell) =>
    cell === "59.93" ? "30.35" : cell === "30.35" ? "59.93" : cell,
  );
  const outside = cells("Q-3", "60.5");
  const { groups } = await checkRows(context, shop.scope, file([cells("Q-1")], [swapped], [outside]), TERMS);
  expect(
    groups.map(({ price, question }) => [price !== null, question?.kind ?? null, question?.isSwapped]),
  ).toEqual([
    [true, null, undefined],
    [true, "unusual", true],
    [true, "outside_city", false],
  ]);
});

it("says which sizes and payments a cell can have", async () => {
  const opened = {
    ...file([[...cells("Z-1"), "Huge", "100", "barter"]]),
    columns: [...COLUMNS, "cargo_size", "payment_amount", "payment_type"] as const,
  };
  const { groups } = await checkRows(context, shop.scope, opened, TERMS);
  expect(groups[0]?.problems).toEqual([
    { row: 0, field: "cargo_size", code: "cargo_size" },
    { row: 0, field: "payment_type", code: "payment_type" },
  ]);
});

it("continues a repeated submission, and finds the orders of a file that is imported again", async () => {
  const opened = file([cells("S-1")], [cells("S-2", "95")]);
  const [id, repeated] = await Promise.all([
    submitImport(context, shop.scope, opened, TERMS),
    submitImport(context, shop.scope, opened, TERMS),
  ]);
  expect(repeated).toBe(id);
  expect([await db.models.batch.count(), await db.models.import.count()]).toEqual([1, 1]);
  await createOrders();
  expect(await findProgress(db, shop.scope, id)).toMatchObject({
    total: 2,
    created: 1,
    rejected: 1,
    missing: 0,
  });
  expect(await findRejected(db, shop.scope, id)).toMatchObject({
    header: HEADER,
    rejected: [{ rows: [cells("S-2", "95")], error: { code: "INVALID_PAYLOAD" } }],
  });

  const { groups } = await checkRows(context, shop.scope, opened, TERMS);
  expect(groups[0]?.problems).toEqual([{ row: 0, field: "order_id", code: "exists" }]);
  const again = await submitImport(context, shop.scope, { ...opened, id: randomUUID() }, TERMS);
  await createOrders();
  expect(again).not.toBe(id);
  expect(await findProgress(db, shop.scope, again)).toMatchObject({ created: 0, existing: 1, rejected: 1 });
  expect(await countOrders()).toBe(1);
  expect(await findColumns(db, shop.scope)).toMatchObject({ street: "street", city: "area" });
});

it("hides an import from other accounts, and deletes it after a day", async () => {
  const id = await submitImport(context, shop.scope, file([cells("D-1")]), TERMS);
  const other = await makeClient(db);
  expect(await findProgress(db, other.scope, id)).toBeNull();
  expect(await findRejected(db, other.scope, id)).toBeNull();
  await expect(stopImport(context, other.scope, id)).rejects.toThrow("BATCH_NOT_FOUND");
  await stopImport(context, shop.scope, id);
  expect(await findProgress(db, shop.scope, id)).toMatchObject({ skipped: 1, pending: 0 });
  await deleteImports(db, new Date(0));
  expect(await findProgress(db, shop.scope, id)).not.toBeNull();
  await deleteImports(db, new Date(Date.now() + 1));
  expect(await findProgress(db, shop.scope, id)).toBeNull();
});
