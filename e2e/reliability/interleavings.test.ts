import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { observeStatements } from "@/lib/db/sql";
import { randomFrom } from "@/lib/drills/random";
import { setTariff } from "@/lib/pricing/set-tariff";
import { amount } from "@/testing/amount";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { type Actor, Interleaver } from "@/testing/interleave";
import { CREATED_AT, closeMonth, makeWorld, planActor, type World } from "@/testing/race-actors";
import { findBroken } from "@/testing/race-invariants";
import { CourierSide, FixedClock } from "@/testing/shop";

const SCHEDULES = amount(200, 5_000);
/** One schedule: RACE_SEED=17 npx vitest run interleavings. */
const [FIRST, LAST] = process.env.RACE_SEED === undefined ? [1, SCHEDULES] : [Number(process.env.RACE_SEED), Number(process.env.RACE_SEED)];
const MAX_ACTORS = 4;
const CLOSED = new Date("2026-12-03T12:00:00.000Z");
const SEPARATE = `
  UPDATE couriers SET disabled_at = now(), on_shift_since = NULL WHERE disabled_at IS NULL;
  UPDATE orders SET dispatch_at = '2100-01-01' WHERE status IN ('new', 'assigned');
  UPDATE webhook_endpoints SET disabled_at = now(), disabled_reason = 'paused' WHERE disabled_at IS NULL;
  DELETE FROM jobs`;

describe("interleavings of concurrent operations", () => {
  let database: TestDatabase;
  let db: Database;
  let reader: Client;
  let interleaver: Interleaver;

  beforeAll(async () => {
    // The check of each statement would let actors wait for something that the scheduler does not see.
    observeStatements({ beforeRun: async () => {}, afterRun: () => {} });
    database = await createDatabase();
    db = openDatabase(database.url, 8);
    reader = new Client({ connectionString: database.url });
    await reader.connect();
    interleaver = await Interleaver.open(database.url, MAX_ACTORS);
    await setTariff(db, HIGHER_TARIFF);
    await Promise.all([db, ...interleaver.databases].map((one) => one.loadModels()));
  });

  afterAll(async () => {
    await interleaver?.close();
    await reader?.end();
    await db?.close();
    await database?.drop();
  });

  /** Runs the schedule of a seed. Returns its trace and what it broke. */
  async function play(seed: number): Promise<{ trace: string[]; broken: string[] }> {
    const random = randomFrom(seed);
    const clock = new FixedClock(CREATED_AT);
    const { context } = new CourierSide(db, clock);
    const world: World = await makeWorld(context, random);
    const isClosing = random() < 0.2;
    if (isClosing) clock.advance(CLOSED.getTime() - CREATED_AT.getTime());
    const count = 2 + Math.floor(random() * (MAX_ACTORS - 1));
    const actors = Array.from({ length: count }, (_, index): Actor => {
      const { role, work } = planActor(world, random);
      const own = interleaver.databases[index] ?? db;
      return { name: `${role} ${index}`, work: () => work({ ...context, db: own }) };
    });
    await interleaver.run(actors, seed, () => {
      world.passed += 1;
      clock.advance(1_000);
    });
    if (isClosing) {
      clock.advance(31 * 24 * 60 * 60_000);
      while ((await closeMonth(context, world)) !== null);
    }
    const broken = await findBroken(reader, world);
    await reader.query(SEPARATE);
    const trace = [
      ...interleaver.trace,
      ...world.operations.map(({ name, number, externalOrderId, courier, refusal }) => [name, number, externalOrderId, courier, refusal ?? "done"].join(" ")),
    ];
    return { trace, broken };
  }

  it(`keep every invariant in each of ${SCHEDULES} schedules`, async () => {
    const failures: string[] = [];
    const begun = performance.now();
    for (let seed = FIRST; seed <= LAST; seed += 1) {
      const { trace, broken } = await play(seed);
      if (broken.length > 0) failures.push([`RACE_SEED=${seed}`, ...broken, ...(failures.length < 3 ? trace : [])].join("\n"));
      if (process.env.RACE_SEED !== undefined) console.log(trace.join("\n"));
      if (failures.length > 20) break;
    }
    console.log(`${performance.now() - begun} ms`);
    expect(failures.join("\n\n")).toBe("");
  });
});
