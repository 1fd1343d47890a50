import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase, type Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { createLease } from "@/lib/jobs/lease";
import { claimJobs, failJob, finishJob, rescheduleJob } from "@/lib/jobs/store";
import {
  claimDeliveries,
  dropDelivery,
  recordAttempt,
  releaseDeliveries,
} from "@/lib/webhooks/sending-store";
import { insertTest, requeueDeliveries } from "@/lib/webhooks/waiting-store";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { NODE_FLAGS } from "@/testing/node-flags.mjs";
import { bundleProgram } from "@/testing/program";
import { makeClient } from "@/testing/shop";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

const EVERY_MS = 100;
const SLOTS = 60;
const ROUNDS = 40;
/** Room for everything that is due. */
const ROOM = {
  busy: new Map(),
  slots: 99,
  suspectSlots: 99,
  perEndpoint: 99,
  perSuspect: 99,
  leaseMs: 60_000,
};

describe("jobs and schedules", () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 10);
  });

  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  const dueJobs = async (limit = 100, from: Queryable = db) => (await claimJobs(from, limit)).jobs;
  const claim = async () => (await dueJobs()).map((job) => ({ ...job, id: String(job.id) }));
  const makeEndpoint = async () => {
    const { scope } = await makeClient(db);
    const { endpoint } = await addEndpoint(testWebhooks(db), scope, "http://127.0.0.1/");
    return { scope, endpoint };
  };
  const newEvent = () => ({ id: randomUUID(), type: "order.created", body: "{}", createdAt: new Date() });
  const makeDue = () => execute(db)`UPDATE jobs SET run_at = now() WHERE finished_at IS NULL`;

  it("a job is claimed by one of many processes, and is due again when its lease ends", async () => {
    for (let index = 0; index < 50; index += 1)
      await enqueueJob(db, { kind: "clean_up", key: `lease-${index}` });
    const claims = await Promise.all(Array.from({ length: 8 }, () => dueJobs(10)));
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    while ((await dueJobs()).length > 0);
    expect(await claim()).toEqual([]);
    await makeDue();
    const again = await dueJobs();
    expect(again).toHaveLength(50);
    expect(again.every(({ attempts }) => attempts === 2)).toBe(true);
    for (const job of again) await finishJob(db, job);
  });

  it("a job or delivery is due at the instant it is enqueued", async () => {
    const { scope, endpoint } = await makeEndpoint();
    const found = { jobs: 0, deliveries: 0 };
    const round = () =>
      // In a transaction the database's clock is constant: a rounded-up time would be missed every other time.
      db.transaction(async (tx) => {
        const key = `instant-${randomUUID()}`;
        await enqueueJob(tx, { kind: "clean_up", key: key });
        const jobs = (await dueJobs(100, tx)).filter((job) => job.key === key);
        found.jobs += jobs.length;
        for (const job of jobs) await finishJob(tx, job);
        const event = newEvent();
        await insertTest(tx, scope, endpoint.id, event);
        const claimed = await claimDeliveries(tx, ROOM);
        found.deliveries += claimed.filter(({ eventId }) => eventId === event.id).length;
      });
    for (let index = 0; index < ROUNDS; index += 1) await round();
    expect(found).toEqual({ jobs: ROUNDS, deliveries: ROUNDS });
  });

  it("a key has one waiting job, which runs once more if it is enqueued while it runs", async () => {
    await enqueueJob(db, { kind: "clean_up", key: "again" });
    await enqueueJob(db, { kind: "clean_up", key: "again", runAt: new Date("2099-01-01") });
    const [job] = await dueJobs();
    if (job === undefined) throw new Error("No job was claimed");
    expect(await claim()).toEqual([]);
    await enqueueJob(db, { kind: "clean_up", key: "again" });
    await finishJob(db, job);
    const [second] = await dueJobs();
    expect(second?.id).toBe(job.id);
    if (second !== undefined) await finishJob(db, second);
    expect(await claim()).toEqual([]);
  });

  it("a process that has lost a job cannot end, postpone or fail it", async () => {
    await enqueueJob(db, { kind: "clean_up", key: "fence" });
    const [first] = await dueJobs(1);
    await makeDue();
    const [second] = await dueJobs(1);
    if (first === undefined || second === undefined) throw new Error("The job was not claimed twice.");
    await finishJob(db, first);
    await rescheduleJob(db, first, 0);
    await failJob(db, first, "Error", 0);
    const row = await db.models.job.findUniqueOrThrow({ where: { id: first.id } });
    expect([row.finishedAt, row.attempts, row.lastError]).toEqual([null, 2, null]);
    await finishJob(db, second);
    expect((await db.models.job.findUniqueOrThrow({ where: { id: first.id } })).finishedAt).not.toBeNull();
  });

  it("a claim that finds no due job returns the time until the next one is due", async () => {
    await enqueueJob(db, { kind: "clean_up", key: "next", runAt: new Date(Date.now() + 60_000) });
    const { jobs, nextMs } = await claimJobs(db, 100);
    expect(jobs).toEqual([]);
    expect(nextMs).toBeGreaterThan(0);
    expect(nextMs).toBeLessThanOrEqual(60_000);
    await makeDue();
    const [job] = await dueJobs();
    if (job !== undefined) await finishJob(db, job);
  });

  it("a duty is held by one process at a time, and taken over when its lease ends or is given back", async () => {
    const [first, second, third] = [0, 1, 2].map(() => createLease(db, "dispatch"));
    if (first === undefined || second === undefined || third === undefined)
      throw new Error("A lease was not acquired");
    expect([await first.hold(), await second.hold(), await first.hold()]).toEqual([true, false, true]);
    await execute(db)`UPDATE leases SET held_until = now()`;
    expect(await second.hold()).toBe(true);
    expect(await third.hold()).toBe(false);
    await second.release();
    expect(await third.hold()).toBe(true);
  });

  it("a process that has lost a delivery cannot record an attempt, release it or drop it", async () => {
    const { scope, endpoint } = await makeEndpoint();
    const id = await insertTest(db, scope, endpoint.id, newEvent());
    const claimOne = async (leaseMs: number) => {
      const claimed = await claimDeliveries(db, { ...ROOM, leaseMs });
      const found = claimed.find((delivery) => delivery.id === id);
      if (found === undefined) throw new Error("The delivery was not claimed.");
      return found;
    };
    const [first, second] = [await claimOne(0), await claimOne(60_000)];
    const result = {
      status: 200,
      durationMs: 5,
      response: "",
      failure: null,
      detail: null,
      retryAfter: null,
    };
    const attempt = { at: new Date(), signature: "v1,x", result };
    const record = (delivery: typeof first) => recordAttempt(db, delivery, attempt, { state: "succeeded" });
    const stored = () =>
      db.models.webhookDelivery.findUniqueOrThrow({
        where: { id },
        select: { state: true, claim: true, attempts: true, leasedUntil: true, log: true },
      });
    const before = await stored();
    expect(await record(first)).toBe(false);
    await releaseDeliveries(db, [first]);
    await dropDelivery(db, first);
    expect(await stored()).toEqual(before);
    expect(before).toMatchObject({ state: "pending", claim: 2, attempts: 0, log: [] });
    // Sending it again by hand also takes it away from its holder.
    await requeueDeliveries(db, scope, endpoint.id, [id]);
    expect(await record(second)).toBe(false);
    expect(await record(await claimOne(60_000))).toBe(true);
    expect(await stored()).toMatchObject({ state: "succeeded", attempts: 1, log: [{ number: 1 }] });
  });

  it("a job that kills its process twenty times is given up", async () => {
    await enqueueJob(db, { kind: "clean_up", key: "poison" });
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      await makeDue();
      const [job] = await dueJobs(1);
      expect(job?.attempts).toBe(attempt);
      if (attempt === 20 && job !== undefined) await failJob(db, job, "Error", 0);
    }
    const row = await db.models.job.findFirstOrThrow({ where: { key: "poison" } });
    expect([row.isDead, row.finishedAt !== null]).toEqual([true, true]);
  });

  it(`three schedulers, killed at random, run each of ${SLOTS} slots exactly once`, async () => {
    const children: ChildProcess[] = [];
    const taker = await bundleProgram("testing/slot-taker.ts");
    const start = async () => {
      const words = [...NODE_FLAGS, taker, database.url, String(EVERY_MS)];
      const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
      children.push(child);
      await new Promise((resolve) => child.stdout?.once("data", resolve));
    };
    await Promise.all([start(), start(), start()]);
    const until = Date.now() + 120_000;
    while ((await db.models.scheduleSlot.count()) < SLOTS && Date.now() < until) {
      await sleep(100 + Math.random() * 300);
      const [victim] = children.splice(Math.floor(Math.random() * children.length), 1);
      victim?.kill("SIGKILL");
      await start();
    }
    for (const child of children) child.kill("SIGKILL");
    const slots = await db.models.scheduleSlot.findMany({ orderBy: { slot: "asc" } });
    expect(slots.length).toBeGreaterThanOrEqual(SLOTS);
    const gaps = slots
      .slice(1)
      .map(({ slot }, index) => slot.getTime() - (slots[index]?.slot.getTime() ?? 0));
    expect(new Set(gaps)).toEqual(new Set([EVERY_MS]));
    const jobs = await db.models.job.count({ where: { kind: "clean_up", key: { startsWith: "2" } } });
    expect(jobs).toBe(slots.length);
  });
});
