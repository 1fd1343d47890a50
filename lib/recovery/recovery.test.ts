import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { getDataState, isQuarantined } from "@/lib/recovery/data-state";
import { markRestored } from "@/lib/recovery/mark-restored";
import { releaseQuarantine } from "@/lib/recovery/release-quarantine";
import { createDatabase, type TestDatabase } from "@/testing/database";

const UNTIL = new Date("2026-11-26T21:14:03Z");

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, 2);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it("a restored database gets a new epoch and stays quarantined until it is released", async () => {
  const before = await getDataState(db);
  expect(before).toMatchObject({ dataUntil: null, restoredAt: null, quarantinedAt: null });
  expect(await isQuarantined(db)).toBe(false);
  expect(await releaseQuarantine(db)).toBe(false);

  await markRestored(db, { until: UNTIL });
  const first = await getDataState(db);
  expect(first.dataUntil).toEqual(UNTIL);
  expect(first.epoch).toBeGreaterThan(before.epoch);
  expect(await isQuarantined(db)).toBe(true);

  await markRestored(db, { until: UNTIL });
  expect((await getDataState(db)).epoch).toBeGreaterThan(first.epoch);

  expect(await releaseQuarantine(db)).toBe(true);
  expect(await isQuarantined(db)).toBe(false);
  expect((await getDataState(db)).dataUntil).toEqual(UNTIL);
});
