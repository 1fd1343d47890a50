import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { enqueueJobs, type NewJob } from "@/lib/jobs/enqueue-job";
import { createDatabase, type TestDatabase } from "@/testing/database";

describe("jobs enqueued together", () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 2);
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  const job = (key: string, runAt: string | null = null): NewJob => ({
    kind: "clean_up",
    key,
    runAt: runAt === null ? null : new Date(runAt),
  });

  const waiting = (key: string) => db.models.job.findMany({ where: { kind: "clean_up", key } });

  it("are merged into one for each key, due at the earliest of their times", async () => {
    await enqueueJobs(db, [job("b", "2099-01-02"), job("a", "2099-01-01"), job("b", "2099-01-01"), job("c")]);
    const due = new Date("2099-01-01");
    expect(await waiting("a")).toMatchObject([{ runAt: due, claim: 0 }]);
    expect(await waiting("b")).toMatchObject([{ runAt: due, claim: 0 }]);
    const [now] = await waiting("c");
    expect(now?.runAt.getTime()).toBeLessThan(due.getTime());
  });

  it("can move a waiting job earlier but never later, and replace the claim of a run in progress", async () => {
    await enqueueJobs(db, [job("early", "2099-01-01"), job("late", "2099-01-03")]);
    await enqueueJobs(db, [job("early", "2099-01-02"), job("late", "2099-01-02")]);
    expect(await waiting("early")).toMatchObject([{ runAt: new Date("2099-01-01"), claim: 1 }]);
    expect(await waiting("late")).toMatchObject([{ runAt: new Date("2099-01-02"), claim: 1 }]);
  });

  it("may be an empty list", async () => {
    const before = await db.models.job.count();
    await enqueueJobs(db, []);
    expect(await db.models.job.count()).toBe(before);
  });
});
