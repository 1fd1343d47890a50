import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { observeStatements } from "@/lib/db/sql";
import { setTariff } from "@/lib/pricing/set-tariff";
import { createRandom } from "@/lib/random";
import { amount } from "@/testing/amount";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { type Actor, Interleaver } from "@/testing/interleave";
import {
  CREATED_AT,
  closeMonth,
  drawKinds,
  type Kinds,
  makeShop,
  makeWorld,
  planActor,
} from "@/testing/race-actors";
import { findBroken } from "@/testing/race-invariants";
import { type Client, CourierSide, FixedClock } from "@/testing/shop";

const SCHEDULES = amount(15, 5_000);
/** RACE_SEED=17 or 17-99 replays these schedules, with RACE_KINDS=patch,cancel of these operations. */
const { RACE_SEED = `1-${SCHEDULES}`, RACE_KINDS } = process.env;
const [FIRST = 1, LAST = FIRST] = RACE_SEED.split("-").map(Number);
const HELD_SCHEDULES = amount(6, 500);
const DISPATCH_SCHEDULES = amount(10, 1_000);
/** Seed 22 finds assignments without locks. */
const FIRST_DISPATCH_SEED = 16;
const MAX_FAILURES = 3;
const MAX_ACTORS = 4;
const CLOSED_AT = new Date("2026-12-03T12:00:00.000Z");
const MONTH_MS = 31 * 24 * 60 * 60_000;

/** A claim of deliveries, messages or jobs skips what another process has locked. */
const CLAIM = /^WITH (due|claimed) AS/;

/** Keeps an ended schedule out of the next one. */
const PUT_AWAY = `
  UPDATE couriers SET disabled_at = now(), on_shift_since = NULL WHERE disabled_at IS NULL;
  UPDATE orders SET dispatch_at = '2100-01-01' WHERE status IN ('new', 'assigned');
  DELETE FROM webhook_deliveries; DELETE FROM recipient_messages;
  DELETE FROM retention_progress; DELETE FROM order_status_changes; DELETE FROM jobs`;

describe("interleavings of concurrent operations", () => {
  let database: TestDatabase;
  let db: Database;
  let reader: pg.Client;
  let interleaver: Interleaver;
  let shop: Client | null = null;

  beforeAll(async () => {
    // Actors would wait for the check of a statement, which the scheduler does not see.
    observeStatements({ beforeRun: async () => {}, afterRun: () => {} });
    database = await createDatabase();
    db = openDatabase(database.url, 8);
    reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await reader.query("SET plan_cache_mode = force_generic_plan; SET jit = off");
    // As on an upgraded database: the invariants read bodies in SQL.
    await reader.query("UPDATE journal SET packs_events = false");
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

  /** Runs the schedule of a seed. */
  async function play(seed: number, given?: Kinds): Promise<{ trace: string[]; broken: string[] }> {
    const random = createRandom(seed);
    const clock = new FixedClock(CREATED_AT);
    const { context } = new CourierSide(db, clock);
    const isClosing = random() < 0.15;
    if (isClosing || shop === null) shop = await makeShop(context);
    const kinds = given ?? drawKinds(random);
    const world = await makeWorld(context, random, { shop, kinds });
    if (isClosing) clock.advance(CLOSED_AT.getTime() - CREATED_AT.getTime());
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
    if (isClosing) {
      clock.advance(MONTH_MS);
      while ((await closeMonth(context, world)) !== null);
    }
    const broken = await findBroken(reader, world);
    for (const text of interleaver.blocked) if (CLAIM.test(text)) broken.push(`a claim waited: ${text}`);
    if (world.operations.some(({ name }) => name === "revoke" || name === "close month")) shop = null;
    await reader.query(PUT_AWAY);
    const ends = world.operations.map(({ number, name, courier, externalOrderId, refusal }) => {
      const order = world.bodies.findIndex((body) => body.external_order_id === externalOrderId);
      return `${number}: ${name}, order ${order}, courier ${courier}: ${refusal ?? "done"}`;
    });
    return { trace: [...interleaver.trace, ...ends], broken };
  }

  it(`break no invariant in ${SCHEDULES} schedules`, async () => {
    const failures: string[] = [];
    for (let seed = FIRST; seed <= LAST && failures.length < MAX_FAILURES; seed += 1) {
      const { trace, broken } = await play(seed, RACE_KINDS?.split(",") as Kinds | undefined);
      if (broken.length > 0) failures.push([`RACE_SEED=${seed}`, ...broken, ...trace].join("\n"));
    }
    if (failures.length > 0) throw new Error(failures.join("\n\n"));
  });

  it.each<[string, number, Kinds]>([
    ["leave no order with a courier who is disabled during the assignment", 3, ["disable", "assign"]],
    ["log an edit before the release that follows it when a courier is disabled", 19, ["disable", "patch"]],
  ])("%s", async (_, seed, kinds) => {
    expect((await play(seed, kinds)).broken).toEqual([]);
  });

  it(`give no courier to a held order in ${HELD_SCHEDULES} schedules, without the trigger that refuses it`, async () => {
    const kinds: Kinds = ["swap", "confirm", "dispatch", "dispatch", "assign", "cancel"];
    await reader.query("ALTER TABLE orders DISABLE TRIGGER held_order_gets_no_courier");
    for (let seed = 1; seed <= HELD_SCHEDULES; seed += 1) {
      const { broken, trace } = await play(seed, kinds);
      expect(broken, [`RACE_SEED=${seed} RACE_KINDS=${kinds}`, ...trace].join("\n")).toEqual([]);
    }
    await reader.query("ALTER TABLE orders ENABLE TRIGGER held_order_gets_no_courier");
  });

  it(`give each order at most one courier in ${DISPATCH_SCHEDULES} schedules of two dispatches, edits, declines, cancellations and operators`, async () => {
    const kinds: Kinds = ["dispatch", "dispatch", "assign", "cancel", "hand back", "patch", "disable"];
    for (let seed = FIRST_DISPATCH_SEED; seed < FIRST_DISPATCH_SEED + DISPATCH_SCHEDULES; seed += 1) {
      const { broken, trace } = await play(seed, kinds);
      expect(broken, [`RACE_SEED=${seed} RACE_KINDS=${kinds}`, ...trace].join("\n")).toEqual([]);
    }
  });

  it("repeat in the same order with the same seed", async () => {
    for (const seed of [3, 5, 8].slice(0, amount(1, 3)))
      expect((await play(seed)).trace).toEqual((await play(seed)).trace);
  });
});
