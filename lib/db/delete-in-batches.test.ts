import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { BATCH_ROWS } from "@/lib/db/delete-in-batches";
import { int4 } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { deleteJobs } from "@/lib/jobs/delete-jobs";
import { createDatabase, type TestDatabase } from "@/testing/database";

const BORDER = new Date("2026-11-21T12:00:00.000Z");
const OLD = 2 * BATCH_ROWS + 1;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, 1);
  await execute(db)`
    INSERT INTO jobs (kind, key, run_at, finished_at)
    SELECT 'clean_up', number::text, now(),
           CASE WHEN number <= ${OLD} THEN ${BORDER}::timestamptz - number * interval '1 millisecond'
                WHEN number <= ${OLD + 10} THEN ${BORDER}::timestamptz END
    FROM generate_series(1, ${OLD + 20}) AS number`;
});

afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const left = async (): Promise<number> => {
  const [row] = await query(db, { jobs: int4 })`SELECT count(*)::int AS jobs FROM jobs`;
  return row?.jobs ?? 0;
};

it("only old rows are deleted, batch by batch, until time is up or none are left", async () => {
  expect(await deleteJobs(db, BORDER, () => true)).toBe(false);
  expect(await left()).toBe(OLD + 20);
  let batches = 0;
  expect(await deleteJobs(db, BORDER, () => ++batches > 1)).toBe(false);
  expect(await left()).toBe(OLD + 20 - BATCH_ROWS);
  expect(await deleteJobs(db, BORDER, () => false)).toBe(true);
  expect(await left()).toBe(20);
});
