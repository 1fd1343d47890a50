import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { buildSync } from "esbuild";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EmbeddedPostgres, hydrateLinks, startEmbedded } from "@/packages/embedded-postgres/postgres";
import { isLongRun } from "@/testing/amount";
import { memoryFolder } from "@/testing/cluster";
import { copyServer } from "@/testing/copy-server";
import { pollUntil } from "@/testing/until";

async function query(postgres: { databaseUrl: string }, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: postgres.databaseUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const KEEP = "CREATE TABLE kept AS SELECT 7 AS value";
const KEPT = "SELECT value FROM kept";

/** Returns the cluster of a data folder: next to the binaries when their user cannot enter the checkout. */
function getCluster(dataDir: string): string {
  const note = join(dataDir, "postgres.location");
  return existsSync(note) ? join(readFileSync(note, "utf8").trim(), "data") : join(dataDir, "postgres");
}

describe("the embedded PostgreSQL", () => {
  let folder: string;
  let made: EmbeddedPostgres[];
  let children: ChildProcess[];

  const start = async (dataDir = join(folder, "data")): Promise<EmbeddedPostgres> => {
    const postgres = await startEmbedded({ dataDir });
    made.push(postgres);
    return postgres;
  };

  /** Creates a data folder whose PostgreSQL has run before. */
  const makeData = async (dataDir = join(folder, "data")): Promise<string> => {
    mkdirSync(dataDir);
    await copyServer(dataDir);
    return dataDir;
  };

  /** Starts it in another process, which reports it in one line, and stops it on a line from here. */
  const startElsewhere = (dataDir = join(folder, "data")) => {
    const file = join(folder, "postgres.cjs");
    if (!existsSync(file)) {
      buildSync({
        entryPoints: ["packages/embedded-postgres/postgres.ts"],
        outfile: file,
        bundle: true,
        platform: "node",
        external: ["pg-native"],
      });
    }
    const program = `require(${JSON.stringify(file)}).startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })
      .then((postgres) => {
        console.log(JSON.stringify(postgres));
        process.stdin.once("data", () => postgres.stop().then(() => process.exit(0)));
      });`;
    const child = spawn(process.execPath, ["--eval", program], { stdio: ["pipe", "pipe", "inherit"] });
    children.push(child);
    const lines = createInterface({ input: child.stdout });
    const started = once(lines, "line").then(
      ([line]) => JSON.parse(line) as Pick<EmbeddedPostgres, "pid" | "databaseUrl" | "isStartedHere">,
    );
    const stop = async (): Promise<void> => {
      const ended = once(child, "exit");
      child.stdin.write("stop\n");
      await ended;
    };
    return { child, started, stop };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(memoryFolder(), "dropline-postgres-"));
    chmodSync(folder, 0o755);
    made = [];
    children = [];
  });

  afterEach(async () => {
    for (const child of children) child.kill("SIGKILL");
    // The newest first: an earlier one may have had the same folder, and would delete it under the running server.
    for (const postgres of made.toReversed()) await postgres.remove();
    // A server that was killed may leave a child that still writes for a moment.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });

  it("keeps its data and URL across a restart, and its secrets private", async () => {
    const first = await start(await makeData());
    await query(first, KEEP);
    await first.stop();
    expect(first.isRunning()).toBe(false);
    const second = await start();
    expect(second.databaseUrl).toBe(first.databaseUrl);
    expect(await query(second, KEPT)).toEqual([{ value: 7 }]);
    const settings = `SELECT name, setting FROM pg_settings
      WHERE name IN ('fsync', 'synchronous_commit', 'listen_addresses', 'TimeZone', 'server_encoding') ORDER BY name`;
    expect(await query(second, settings)).toEqual([
      { name: "TimeZone", setting: "UTC" },
      { name: "fsync", setting: "on" },
      { name: "listen_addresses", setting: "127.0.0.1" },
      { name: "server_encoding", setting: "UTF8" },
      { name: "synchronous_commit", setting: "on" },
    ]);
    const stranger = new URL(first.databaseUrl);
    stranger.password = "guess";
    await expect(query({ databaseUrl: stranger.href }, "SELECT 1")).rejects.toThrow("password");
  });

  it("is started by one of several concurrent processes and found by the others", async () => {
    const others = [startElsewhere(), startElsewhere(), startElsewhere()];
    const answers = await Promise.all([start(), ...others.map(({ started }) => started)]);
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1);
    expect(answers.filter(({ isStartedHere }) => isStartedHere)).toHaveLength(1);
  });

  it("runs while it has a user, and stops with the last user, whichever process started it", async () => {
    const starter = startElsewhere(await makeData());
    await starter.started;
    const mine = await start();
    expect(mine.isStartedHere).toBe(false);
    await starter.stop();
    expect(await query(mine, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await mine.stop();
    expect(mine.isRunning()).toBe(false);
  });

  it("survives the kill of its starter, and is stopped by the next process", async () => {
    const starter = startElsewhere(await makeData());
    const { pid } = await starter.started;
    const ended = once(starter.child, "exit");
    starter.child.kill("SIGKILL");
    await ended;
    const mine = await start();
    expect(mine.pid).toBe(pid);
    await mine.stop();
    expect(mine.isRunning()).toBe(false);
  });

  it("recovers all committed data after a kill -9, even while its backends still run", async () => {
    const dataDir = await makeData();
    const first = await start(dataDir);
    await query(first, KEEP);
    const busy = query(first, "SELECT pg_sleep(3600)").catch(() => []);
    const find = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    let backends: unknown[] = [];
    await pollUntil(async () => {
      backends = await query(first, find);
      return backends.length === 1;
    });
    const [{ pid }] = backends as [{ pid: number }];
    // Like a busy backend, a stopped one does not notice that its server is gone.
    process.kill(pid, "SIGSTOP");
    try {
      process.kill(first.pid, "SIGKILL");
      const starting = start(dataDir);
      await pollUntil(() => /shared memory block/.test(readFileSync(join(dataDir, "postgres.log"), "utf8")));
      process.kill(pid, "SIGCONT");
      expect((await starting).pid).not.toBe(first.pid);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    const second = await start(dataDir);
    expect(await query(second, KEPT)).toEqual([{ value: 7 }]);
    await busy;
  });

  it("ignores a stale pid file whose process id was reused", async () => {
    const neighbor = await start(await makeData(join(folder, "neighbor")));
    const first = await start(await makeData());
    const file = join(getCluster(join(folder, "data")), "postmaster.pid");
    const stale = readFileSync(file, "utf8").split("\n");
    // The neighbor is also a PostgreSQL, run by the same user.
    for (const pid of [process.pid, neighbor.pid]) {
      await first.stop();
      writeFileSync(file, [String(pid), ...stale.slice(1)].join("\n"));
      expect(await query(await start(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
      await made.at(-1)?.stop();
    }
    expect(await query(neighbor, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("recovers from an interrupted initdb and a stale lock", async () => {
    const dataDir = join(folder, "data");
    mkdirSync(join(dataDir, "postgres.new-123456", "base"), { recursive: true });
    // No process has this number: it is above every limit of the kernel.
    writeFileSync(join(dataDir, "postgres.lock"), "4194305 1");
    expect(await query(await start(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(readdirSync(dirname(getCluster(dataDir))).filter((name) => name.includes(".new"))).toEqual([]);
  });

  it("reports in one line why it cannot start", async () => {
    const first = await start(await makeData());
    await first.stop();
    writeFileSync(
      join(getCluster(join(folder, "data")), "postgresql.auto.conf"),
      "shared_buffers = 'much'\n",
    );
    await expect(start()).rejects.toThrow(/^PostgreSQL did not start: .*postgresql\.auto\.conf/);
    writeFileSync(join(getCluster(join(folder, "data")), "PG_VERSION"), "9\n");
    await expect(start()).rejects.toThrow("was created by PostgreSQL 9");
  });

  it("runs an installed PostgreSQL on request, in a folder that no other major opens", async ({ skip }) => {
    const root = "/usr/lib/postgresql";
    const [major] = existsSync(root) ? readdirSync(root).filter((name) => Number(name) >= 14) : [];
    if (major === undefined) return skip("this machine has no PostgreSQL 14 or later in /usr/lib/postgresql");
    const options = { dataDir: join(folder, "data"), programs: join(root, major, "bin") };
    const first = await startEmbedded(options);
    made.push(first);
    const version =
      "SELECT current_setting('server_version_num')::int / 10000 AS major, lower('Ж') AS letter";
    expect(await query(first, version)).toEqual([{ major: Number(major), letter: "ж" }]);
    await query(first, KEEP);
    await first.stop();
    const second = await startEmbedded(options);
    made.push(second);
    expect(await query(second, KEPT)).toEqual([{ value: 7 }]);
    await second.stop();
    writeFileSync(join(getCluster(options.dataDir), "PG_VERSION"), "13\n");
    await expect(startEmbedded(options)).rejects.toThrow(
      /was created by PostgreSQL 13, and .*bin contains \d+: install PostgreSQL 13 and run .* upgrade-database --programs \S+\.$/,
    );
  });

  it("reports programs that are missing or too old", async () => {
    const programs = join(folder, "bin");
    const begin = () => startEmbedded({ dataDir: join(folder, "data"), programs });
    await expect(begin()).rejects.toThrow(`PostgreSQL does not run from ${programs}.`);
    mkdirSync(programs);
    writeFileSync(join(programs, "postgres"), "#!/bin/sh\necho postgres 13.4\n", { mode: 0o755 });
    await expect(begin()).rejects.toThrow(`${programs} contains PostgreSQL 13; 14 or later is needed.`);
  });

  it("links its libraries with several starters at once, and keeps existing links", async () => {
    const root = join(folder, "package");
    mkdirSync(join(root, "native", "lib"), { recursive: true });
    writeFileSync(join(root, "native", "lib", "libpq.so.5.18"), "library");
    const links = [
      { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" },
      { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so" },
    ];
    await Promise.all([1, 2, 3].map(async () => hydrateLinks(root, links)));
    expect(readlinkSync(join(root, "native/lib/libpq.so"))).toBe("libpq.so.5.18");
    expect(readFileSync(join(root, "native/lib/libpq.so.5"), "utf8")).toBe("library");
  });

  describe.runIf(isLongRun && process.getuid?.() === 0)("in a folder that only root may enter", () => {
    const getHome = (dataDir: string): string =>
      readFileSync(join(dataDir, "postgres.location"), "utf8").trim();

    it("keeps its binaries and data outside the folder, and finds them again", async () => {
      const locked = join(folder, "locked");
      mkdirSync(locked, { mode: 0o700 });
      const postgres = await start(join(locked, "data"));
      await query(postgres, KEEP);
      await postgres.stop();
      renameSync(locked, join(folder, "moved"));
      const again = await start(join(folder, "moved", "data"));
      expect(await query(again, KEPT)).toEqual([{ value: 7 }]);
      const home = getHome(join(folder, "moved", "data"));
      await again.remove();
      expect(existsSync(home)).toBe(false);
    });

    it("gives a copy of the checkout its own database", async () => {
      const locked = join(folder, "locked");
      mkdirSync(locked, { mode: 0o700 });
      const original = await start(join(locked, "data"));
      await query(original, KEEP);
      cpSync(locked, join(folder, "copy"), { recursive: true });
      chmodSync(join(folder, "copy"), 0o700);
      const copy = await start(join(folder, "copy", "data"));
      expect(copy.pid).not.toBe(original.pid);
      expect(await query(copy, "SELECT to_regclass('kept') AS kept")).toEqual([{ kept: null }]);
      expect(await query(original, KEPT)).toEqual([{ value: 7 }]);
    });

    it("moves its data out of the folder when it is locked, and leaves it there when the folder is opened", async () => {
      const locked = join(folder, "locked");
      mkdirSync(locked);
      chmodSync(locked, 0o755);
      const before = await start(join(locked, "data"));
      await query(before, KEEP);
      await before.stop();
      for (const mode of [0o700, 0o755]) {
        chmodSync(locked, mode);
        const after = await start(join(locked, "data"));
        expect(await query(after, KEPT)).toEqual([{ value: 7 }]);
        await after.stop();
      }
    });
  });
});
