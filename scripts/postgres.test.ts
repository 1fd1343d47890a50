import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EmbeddedPostgres, startEmbedded } from "@/scripts/postgres";

async function query(postgres: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: postgres.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe("the embedded PostgreSQL", () => {
  let folder: string;
  let last: EmbeddedPostgres | undefined;

  const start = async (dataDir = join(folder, "data")): Promise<EmbeddedPostgres> => {
    last = await startEmbedded({ dataDir, isDurable: true });
    return last;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "dropline-postgres-"));
    chmodSync(folder, 0o755);
  });

  afterEach(async () => {
    await last?.remove();
    last = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  it("keeps its data over a stop", async () => {
    const first = await start();
    await query(first, "CREATE TABLE kept AS SELECT 7 AS value");
    await first.stop();
    expect(await query(await start(), "SELECT value FROM kept")).toEqual([{ value: 7 }]);
  });

  it("is found running by a second start, and by two at once", async () => {
    const [one, two] = await Promise.all([start(), start()]);
    const three = await start();
    expect([two.pid, three.pid]).toEqual([one.pid, one.pid]);
    expect([one, two, three].filter((postgres) => postgres.isStartedHere)).toHaveLength(1);
  });

  it("comes back after a kill -9 with what was committed", async () => {
    const first = await start();
    await query(first, "CREATE TABLE kept AS SELECT 7 AS value");
    process.kill(first.pid, "SIGKILL");
    const second = await start();
    expect(second.pid).not.toBe(first.pid);
    expect(await query(second, "SELECT value FROM kept")).toEqual([{ value: 7 }]);
  });

  it("is not fooled by a stale pid file whose number is another process's by now", async () => {
    const first = await start();
    const file = join(folder, "data", "postgres", "postmaster.pid");
    const stale = readFileSync(file, "utf8").split("\n");
    await first.stop();
    writeFileSync(file, [String(process.pid), ...stale.slice(1)].join("\n"));
    expect(await query(await start(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("recovers from an initdb and a lock that were killed half-way", async () => {
    const dataDir = join(folder, "data");
    mkdirSync(join(dataDir, "postgres.new", "base"), { recursive: true });
    // No process has this number: it is above every limit of the kernel.
    writeFileSync(join(dataDir, "postgres.lock"), "4194305");
    expect(await query(await start(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it.runIf(process.getuid?.() === 0)("runs for a checkout in a folder that only root may enter", async () => {
    const locked = join(folder, "locked");
    mkdirSync(locked, { mode: 0o700 });
    const postgres = await start(join(locked, "data"));
    await query(postgres, "CREATE TABLE kept AS SELECT 7 AS value");
    await postgres.stop();
    const again = await start(join(locked, "data"));
    expect(await query(again, "SELECT value FROM kept")).toEqual([{ value: 7 }]);
    const home = readFileSync(join(locked, "data", "postgres.location"), "utf8").trim();
    await again.remove();
    expect(existsSync(home)).toBe(false);
  });
});
