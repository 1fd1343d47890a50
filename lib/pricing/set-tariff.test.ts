import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { getTariff } from "@/lib/pricing/get-tariff";
import { setTariff } from "@/lib/pricing/set-tariff";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, 8);
  await db.loadModels();
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

it("replaces only the tariff that the new one was compared with, also concurrently", async () => {
  const { id } = await getTariff(db);
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => setTariff(db, HIGHER_TARIFF, id)));
  const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(refused.map((error) => (error instanceof DomainError ? error.code : error))).toEqual(
    Array.from({ length: 4 }, () => "TARIFF_CHANGED"),
  );
  expect(await db.models.tariff.count()).toBe(2);
});
