import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { claimJobs } from "@/lib/jobs/store";
import { createDatabase, type TestDatabase } from "@/testing/database";

describe("due jobs", () => {
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

  it("are claimed only if this release knows their kind, and the others wait for a newer worker", async () => {
    const runAt = new Date(0);
    const unknown = await db.models.job.create({ data: { kind: "of_the_next_release", key: "1", runAt } });
    await enqueueJob(db, { kind: "clean_up", key: "2" });
    const { jobs } = await claimJobs(db, 10);
    expect(jobs.map(({ kind, key }) => [kind, key])).toEqual([["clean_up", "2"]]);
    expect((await claimJobs(db, 10)).jobs).toEqual([]);
    expect(await db.models.job.findUniqueOrThrow({ where: { id: unknown.id } })).toEqual(unknown);
  });
});
