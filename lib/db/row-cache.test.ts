import { connect as connectTo, createServer, type Server, type Socket } from "node:net";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase, openPool } from "@/lib/db/client";
import {
  type CacheInvalidator,
  invalidateRow,
  RowCache,
  stopWatchingRows,
  watchRows,
} from "@/lib/db/row-cache";
import { execute } from "@/testing/cluster";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { pollUntil } from "@/testing/until";

const SETUP = [
  "CREATE TABLE things (id text PRIMARY KEY, value text NOT NULL)",
  `CREATE FUNCTION forget_things() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN PERFORM forget_rows('things', array_agg(id)) FROM after; RETURN NULL; END $$`,
  `CREATE TRIGGER things_are_forgotten AFTER UPDATE ON things
   REFERENCING NEW TABLE AS after EXECUTE FUNCTION forget_things()`,
  "INSERT INTO things SELECT n::text, 'old' FROM generate_series(1, 200) n",
];

/** A way to the database that can be cut, or held so that nothing comes through. */
class ReadPath {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  constructor(port: number) {
    this.#server = createServer((near) => {
      if (this.#isCut) return near.destroy();
      const far = connectTo(port, "127.0.0.1");
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from
          .on("error", () => {})
          .on("close", () => {
            this.#sockets.delete(from);
            to.destroy();
          });
        from.pipe(to);
      }
    });
  }

  open(): Promise<number> {
    return new Promise((settle) => {
      this.#server.listen(0, "127.0.0.1", () => settle((this.#server.address() as { port: number }).port));
    });
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  hold(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

describe("a cached row", () => {
  let database: TestDatabase;
  let db: Database;
  let pool: Pool;
  let way: ReadPath;
  let watch: CacheInvalidator;
  let things: RowCache<string | null>;
  let reads: number;

  beforeAll(async () => {
    database = await createDatabase();
    await execute(database.url, ...SETUP);
    db = openDatabase(database.url, 1);
    pool = openPool(database.url, 2);
  });
  afterAll(async () => {
    await db?.close();
    await pool?.end();
    await database?.drop();
  });

  beforeEach(async () => {
    reads = 0;
    things = new RowCache({ table: "things", most: 150 });
    const url = new URL(database.url);
    way = new ReadPath(Number(url.port));
    url.host = `127.0.0.1:${await way.open()}`;
    await set("1", "old");
    watch = watchRows(db, url.href);
  });
  afterEach(async () => {
    way.close();
    await stopWatchingRows(db);
  });

  const read = async (id: string): Promise<string | null> => {
    reads += 1;
    const { rows } = await pool.query("SELECT value FROM things WHERE id = $1", [id]);
    return rows[0]?.value ?? null;
  };
  const get = (id = "1") => things.get(db, id, () => read(id));
  const set = (id: string, value: string) =>
    execute(database.url, `UPDATE things SET value = '${value}' WHERE id = '${id}'`);

  /** Until a value is answered without a read: it is kept, and the watch is fresh. */
  const isKept = (id = "1") =>
    pollUntil(async () => {
      await get(id);
      const before = reads;
      await get(id);
      return reads === before;
    });
  /** Notified keys, null for all. */
  const received = (): (string | null)[] => {
    const keys: (string | null)[] = [];
    watch.follow("things", (key) => keys.push(key));
    return keys;
  };

  it("is read once, and again after another connection changes it", async () => {
    await isKept();
    const keys = received();
    await set("1", "new");
    await pollUntil(async () => (await get()) === "new");
    await isKept();
    expect(keys).toEqual(["1"]);
  });

  it("is not invalidated by a change that is rolled back", async () => {
    const keys = received();
    await isKept();
    await execute(database.url, "BEGIN", "UPDATE things SET value = 'lost' WHERE id = '1'", "ROLLBACK");
    await set("2", "old");
    await pollUntil(() => keys.includes("2"));
    expect(keys).not.toContain("1");
  });

  it("is read again at once after this process invalidates it", async () => {
    await isKept();
    const before = reads;
    invalidateRow(db, "things", "1");
    await get();
    expect(reads).toBe(before + 1);
  });

  it("is invalidated with its table when many rows change at once", async () => {
    await isKept();
    const keys = received();
    await execute(database.url, "UPDATE things SET value = 'many'");
    await pollUntil(() => keys.length > 0);
    expect(keys).toEqual([null]);
    expect(await get()).toBe("many");
    await execute(database.url, "UPDATE things SET value = 'few' WHERE id::int <= 100");
    await pollUntil(() => keys.length > 1);
    await set("200", "last");
    await pollUntil(() => keys.at(-1) === "200");
    expect(keys).toHaveLength(102);
    expect(await get()).toBe("few");
  });

  it("is read on each call while the notification connection is down", async () => {
    await isKept();
    way.cut();
    await pollUntil(() => !watch.isFresh());
    await set("1", "new");
    expect(await get()).toBe("new");
    const before = reads;
    await get();
    expect(reads).toBe(before + 1);
    way.mend();
    await isKept();
    expect(await get()).toBe("new");
  });

  it("is invalidated when the server ends the notification connection, since changes may be missed", async () => {
    await isKept();
    const keys = received();
    await execute(
      database.url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_notify($1, $2)%' AND datname = current_database() AND pid <> pg_backend_pid()",
    );
    await pollUntil(() => keys.includes(null));
    await set("1", "new");
    await pollUntil(async () => (await get()) === "new");
  });

  it("is read on each call once the notification connection has been silent for a second", async () => {
    await isKept();
    way.hold();
    await set("1", "new");
    await pollUntil(() => !watch.isFresh());
    expect(await get()).toBe("new");
  });

  it("is not cached when it changes during the read, and later callers get the new row", async () => {
    await isKept();
    const keys = received();
    invalidateRow(db, "things", "1");
    let release: () => void = () => {};
    const held = new Promise<void>((settle) => {
      release = settle;
    });
    const slow = things.get(db, "1", async () => {
      const value = await read("1");
      await held;
      return value;
    });
    const shared = get();
    await set("1", "new");
    await pollUntil(() => keys.filter((key) => key === "1").length > 1);
    expect(await get()).toBe("new");
    release();
    expect(await slow).toBe("old");
    expect(await get()).toBe("new");
    await shared;
  });

  it("is read once for concurrent callers", async () => {
    await isKept();
    invalidateRow(db, "things", "1");
    const before = reads;
    const all = Array.from({ length: 20 }, () => get());
    // One that is not fresh at this moment would read for each.
    if (watch.isFresh()) expect(reads).toBe(before + 1);
    await Promise.all(all);
  });

  it("is not cached when its read fails or it does not exist", async () => {
    await isKept();
    invalidateRow(db, "things", "1");
    const failed = things.get(db, "1", () => Promise.reject(new Error("no")));
    await expect(failed).rejects.toThrow("no");
    expect(await get()).toBe("old");
    const before = reads;
    expect([await get("none"), await get("none")]).toEqual([null, null]);
    expect(reads).toBe(before + 2);
  });

  it("is evicted when newer rows exceed the cache size", async () => {
    await isKept("1");
    for (let id = 2; id <= 151; id += 1) await get(String(id));
    await isKept("151");
    const before = reads;
    await get("1");
    expect(reads).toBe(before + 1);
  });

  it("is read on each call within a transaction and without a watch", async () => {
    await isKept();
    const before = reads;
    await db.transaction((tx) => things.get(tx, "1", () => read("1")));
    await stopWatchingRows(db);
    await get();
    expect(reads).toBe(before + 2);
  });
});
