import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "@/e2e/harness/database";
import { type Database, openDatabase } from "@/lib/db/client";

describe("a transaction", () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    db = openDatabase(database.url, 2);
    await db.$executeRaw`CREATE TABLE counts (id int PRIMARY KEY, n int NOT NULL)`;
    await db.$executeRaw`INSERT INTO counts VALUES (1, 0), (2, 0)`;
  });

  afterAll(async () => {
    await db.$disconnect();
    await database.drop();
  });

  it("that waits for another which waits for it is begun again, and both are kept", async () => {
    let begun = 0;
    let bothStarted = (): void => {};
    const started = new Promise<void>((settle) => {
      bothStarted = settle;
    });
    const add = (first: number, second: number) =>
      db.$transaction(async (tx) => {
        await tx.$executeRaw`UPDATE counts SET n = n + 1 WHERE id = ${first}`;
        begun += 1;
        if (begun === 2) bothStarted();
        await started;
        await tx.$executeRaw`UPDATE counts SET n = n + 1 WHERE id = ${second}`;
      });
    await Promise.all([add(1, 2), add(2, 1)]);
    expect(begun).toBe(3);
    expect(await db.$queryRaw`SELECT n FROM counts ORDER BY id`).toEqual([{ n: 2 }, { n: 2 }]);
  });
});
