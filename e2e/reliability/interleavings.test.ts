import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { observeStatements } from "@/lib/db/sql";
import { randomFrom } from "@/lib/drills/random";
import { setTariff } from "@/lib/pricing/set-tariff";
import { amount } from "@/testing/amount";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { type Actor, Interleaver } from "@/testing/interleave";
import { CREATED_AT, closeMonth, drawKinds, makeShop, makeWorld, planActor } from "@/testing/race-actors";
import { findBroken } from "@/testing/race-invariants";
import { type Client, CourierSide, FixedClock } from "@/testing/shop";

const SCHEDULES = amount(200, 5_000);
/** Replays one schedule with its trace, or some: RACE_SEED=17 or RACE_SEED=1-5000 npx vitest run interleavings. */
const [FIRST = 1, LAST = FIRST] = (process.env.RACE_SEED ?? `1-${SCHEDULES}`).split("-").map(Number);
const MAX_ACTORS = 4;
const CLOSED = new Date("2026-12-03T12:00:00.000Z");
const SEPARATE = `
  UPDATE couriers SET disabled_at = now(), on_shift_since = NULL WHERE disabled_at IS NULL;
  UPDATE orders SET dispatch_at = '2100-01-01' WHERE status IN ('new', 'assigned');
  UPDATE webhook_deliveries SET state = 'failed', finished_at = now() WHERE state = 'pending';
  DELETE FROM jobs`;

const T = [0, 0, 0, 0] as [number, number, number, number];
const S: Record<string, number> = {};
describe("interleavings of concurrent operations", () => {
  let database: TestDatabase;
  let db: Database;
  let reader: pg.Client;
  let interleaver: Interleaver;
  let shop: Client | null = null;

  beforeAll(async () => {
    // The check of each statement would let actors wait for something that the scheduler does not see.
    observeStatements({ beforeRun: async () => {}, afterRun: () => {} });
    database = await createDatabase();
    db = openDatabase(database.url, 8);
    reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await reader.query("SET plan_cache_mode = force_generic_plan; SET jit = off");
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
    const t0 = performance.now();
    const isClosing = random() < 0.15;
    // Whoever closes a month or revokes the key changes the account for later schedules.
    if (isClosing || shop === null) shop = await makeShop(context);
    const world = await makeWorld(context, random, shop);
    const t1 = performance.now();
    if (isClosing) clock.advance(CLOSED.getTime() - CREATED_AT.getTime());
    const kinds = (process.env.RACE_KINDS?.split(",") as ReturnType<typeof drawKinds> | undefined) ?? drawKinds(random);
    const count = 2 + Math.floor(random() * (MAX_ACTORS - 1));
    const actors = Array.from({ length: count }, (_, index): Actor => {
      const work = planActor(world, random, kinds);
      const own = interleaver.databases[index] ?? db;
      return { name: `actor ${index}`, work: () => work({ ...context, db: own }) };
    });
    await interleaver.run(actors, seed, () => {
      world.passed += 1;
      clock.advance(1_000);
    });
    const t2 = performance.now();
    if (isClosing) {
      clock.advance(31 * 24 * 60 * 60_000);
      while ((await closeMonth(context, world)) !== null);
    }
    const broken = await findBroken(reader, world);
    if (world.operations.some(({ name }) => name === "revoke" || name === "close month")) shop = null;
    await reader.query(SEPARATE);
    T[0] += t1 - t0;
    T[1] += t2 - t1;
    T[2] += performance.now() - t2;
    T[3] += interleaver.trace.length;
    for (const o of world.operations) {
      const k = `${o.name} ${o.refusal ?? "done"}`;
      S[k] = (S[k] ?? 0) + 1;
    }
    const trace = [
      ...interleaver.trace,
      ...world.operations.map(({ name, number, externalOrderId, courier, refusal }) =>
        [name, number, externalOrderId, courier, refusal ?? "done"].join(" "),
      ),
    ];
    return { trace, broken };
  }

  it(`keep every invariant in each of ${SCHEDULES} schedules`, async () => {
    const failures: string[] = [];
    const begun = performance.now();
    for (let seed = FIRST; seed <= LAST; seed += 1) {
      const { trace, broken } = await play(seed);
      if (broken.length > 0)
        failures.push([`RACE_SEED=${seed}`, ...broken, ...(failures.length < 3 ? trace : [])].join("\n"));
      if (FIRST === LAST) console.log(trace.join("\n"));
      if (failures.length >= Number(process.env.RACE_MAX ?? 20)) break;
    }
    console.log(`${performance.now() - begun} ms`, T, S);
    if (failures.length > 0) throw new Error(failures.join("\n\n"));
  });
});
