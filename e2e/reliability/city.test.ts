import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildCity } from "@/lib/city/build/build-city";
import { formatFailure } from "@/lib/city/build/city-error";
import { citiesFolder, followCity, mapFile, readCity } from "@/lib/city/city";
import { createCityGeocoder } from "@/lib/city/geocoding/create-city-geocoder";
import { openDatabase } from "@/lib/db/client";
import { startRoadEngine } from "@/packages/city/roads/road-engine-process.mjs";
import { lockCities } from "@/scripts/lock-cities";
import { amount, isLongRun } from "@/testing/amount";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { startServer } from "@/testing/server";
import { smallTown, writeTown } from "@/testing/small-town";
import { pollUntil } from "@/testing/until";

/** Between the requests that are sent during a switch. */
const PAUSE_MS = amount(20, 0);

interface ProcessResult {
  readonly code: number | null;
  readonly output: string;
}

interface StartedProcess {
  readonly child: ChildProcess;
  /** Returns its output until now. */
  readonly said: () => string;
  readonly ended: Promise<ProcessResult>;
}

describe("npm run city", () => {
  let database: TestDatabase;
  let folder: string;
  let dataDir: string;
  let files: Record<"one" | "two" | "three", string>;
  const started: ChildProcess[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    folder = mkdtempSync(join(tmpdir(), "dropline-city-"));
    dataDir = join(folder, "data");
    const write = (file: string, west: number, name = file) =>
      writeTown(join(folder, `${file}.osm.pbf`), { name, corner: [west, 47] });
    files = { one: write("one", 28, "Mill Street"), two: write("two", 29), three: write("three", 30) };
    expect(await run([files.one])).toMatchObject({ code: 0 });
  });

  afterEach(() => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
  });

  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  /** Starts the command as scripts/city.mjs does. @param before shell commands to run first */
  function start(words: readonly string[], before = ""): StartedProcess {
    const child = spawn(
      "bash",
      ["-c", `${before} exec "$0" "$@"`, process.execPath, "dist/city.mjs", ...words],
      {
        env: {
          NODE_ENV: "production",
          PATH: process.env.PATH,
          DATABASE_URL: database.url,
          DATA_DIR: dataDir,
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    started.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        output += chunk;
      });
    }
    const ended = new Promise<ProcessResult>((settle) => {
      child.on("close", (code) => settle({ code, output }));
    });
    return { child, said: () => output, ended };
  }

  const run = (words: readonly string[], before?: string): Promise<ProcessResult> =>
    start(words, before).ended;

  const lastLine = ({ output }: ProcessResult): string => output.trim().split("\n").at(-1) ?? "";

  /** Returns everything stored about cities, except timestamps. */
  const state = (): unknown => ({
    current: readCity(dataDir),
    files: readdirSync(citiesFolder(dataDir), { recursive: true, encoding: "utf8" }).sort(),
  });

  it("changes nothing when the extract is truncated at any point, and reports it in one line", async () => {
    const before = state();
    const whole = smallTown({ name: "cut", corner: [28, 47] });
    const extract = join(folder, "cut.osm.pbf");
    const db = openDatabase(database.url, 2);
    const reply = new Set<string>();
    try {
      for (let part = 0; part < 20; part += 1) {
        writeFileSync(extract, whole.subarray(0, Math.floor((whole.length * part) / 20)));
        const context = { db, dataDir, signal: new AbortController().signal };
        const failure = await buildCity(
          { ...context, step: (_, work) => work(() => {}) },
          { extract, name: "Cut", bbox: null },
        ).then(() => "built", formatFailure);
        reply.add(failure);
        expect(state()).toEqual(before);
      }
    } finally {
      await db.close();
    }
    for (const line of reply) expect(line).toMatch(/^(The file|There)[^\n]+\.$/);
  });

  it("changes nothing when the extract is a picture", async () => {
    const before = state();
    const file = join(folder, "picture.osm.pbf");
    await sharp({ create: { width: 400, height: 300, channels: 3, background: "#a33" } })
      .jpeg()
      .toFile(file);
    const ended = await run([file]);
    expect(ended.code).toBe(1);
    expect(lastLine(ended)).toMatch(/^The file [^\n]+\.$/);
    expect(state()).toEqual(before);
  });

  it("changes nothing when the disk is full", async () => {
    const before = state();
    const ended = await run([files.two], "ulimit -f 4;");
    expect(ended.code).toBe(1);
    expect(lastLine(ended)).toBe("There is no room left for the city.");
    expect(state()).toEqual(before);
  });

  it.runIf(isLongRun)("changes nothing when it is killed midway, and cleans up on the next run", async () => {
    const before = readCity(dataDir);
    const { child, ended } = start([files.two]);
    await pollUntil(() => unfinished().length > 0);
    child.kill("SIGKILL");
    await ended;
    expect(readCity(dataDir)).toEqual(before);
    expect(unfinished()).toHaveLength(1);
    expect(await run([files.two])).toMatchObject({ code: 0 });
    expect(unfinished()).toEqual([]);
    expect(readCity(dataDir)?.name).toBe("Two");
  });

  const unfinished = (): string[] =>
    readdirSync(citiesFolder(dataDir)).filter((name) => name.startsWith(".building"));

  it("leaves no files behind when stopped by Ctrl-C", async () => {
    const before = state();
    const { child, ended } = start([files.three]);
    await pollUntil(() => unfinished().length > 0);
    child.kill("SIGINT");
    expect(lastLine(await ended)).toBe("Stopped; everything is as it was.");
    expect(state()).toEqual(before);
  });

  it.runIf(isLongRun)("runs one build after the other when it is started twice at once", async () => {
    const unlock = await lockCities(dataDir);
    const both = [start([files.one]), start([files.three])];
    await pollUntil(() => both.every(({ said }) => said().includes("Waiting for another city")));
    unlock();
    const codes = await Promise.all(both.map(async ({ ended }) => (await ended).code));
    expect(codes).toEqual([0, 0]);
    const city = readCity(dataDir);
    expect(["One", "Three"]).toContain(city?.name);
    expect(readFileSync(mapFile({ folder: city?.folder ?? "" })).length).toBe(city?.bytes.map);
    expect(unfinished()).toEqual([]);
  });

  it.runIf(isLongRun)("rebuilds a city whose tiles were deleted", async () => {
    const { name = "", bytes, folder: of = "" } = readCity(dataDir) ?? {};
    rmSync(mapFile({ folder: of }));
    expect(await run([name === "One" ? files.one : files.three])).toMatchObject({ code: 0 });
    expect(readFileSync(mapFile({ folder: of })).length).toBe(bytes?.map);
  });

  it("serves map tiles, routes and address searches without an error while it switches to a new city", async () => {
    const town = { name: "Mill Street", corner: [28, 47] as const };
    const next = writeTown(join(folder, "next.osm.pbf"), { ...town, streets: 10 });
    // The tests before may have left another one.
    if (readCity(dataDir)?.name !== "One") expect(await run([files.one])).toMatchObject({ code: 0 });
    const before = readCity(dataDir)?.version ?? "";

    const env = { DATA_DIR: dataDir, MAP_STYLE_URL: "" };
    const server = await startServer({ databaseUrl: database.url, pages: true, env });
    const roads = await startRoadEngine({ dataDir, say: () => {} });
    const db = openDatabase(database.url, 2);
    const follow = followCity(dataDir);
    const geocoder = createCityGeocoder(db, () => follow()?.version ?? null);
    const [longitude, latitude] = [28.003, 47.003];
    const column = Math.floor(((longitude + 180) / 360) * 2 ** 14);
    const row = Math.floor((0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI / 2) * 2 ** 14);
    const way = `/route/v1/driving/${longitude},${latitude};28.01,47.01`;
    const read = {
      tile: async () =>
        (await fetch(`${server.baseUrl}/map/${follow()?.version}/14/${column}/${row}`)).status,
      oldTile: async () => (await fetch(`${server.baseUrl}/map/${before}/14/${column}/${row}`)).status,
      route: async () => (await fetch(`${roads?.url}${way}`)).status,
      search: async () => {
        const found = await geocoder.searchPlaces({
          text: "Cedar Mill Street 5",
          language: null,
          near: null,
        });
        return found?.[0]?.building === "5" ? 200 : 404;
      },
    };
    let isOver = false;
    const statuses = { tile: new Set(), oldTile: new Set(), route: new Set(), search: new Set() };
    let rounds = 0;
    const reading = (async () => {
      for (; !isOver; rounds += 1) {
        await sleep(PAUSE_MS);
        statuses.tile.add(await read.tile());
        statuses.oldTile.add(await read.oldTile());
        statuses.route.add(await read.route());
        statuses.search.add(await read.search());
      }
    })();
    try {
      expect(await run([next])).toMatchObject({ code: 0 });
      await pollUntil(async () => {
        const answer = await fetch(`${roads?.url}/health`);
        return ((await answer.json()) as { version: string }).version !== before;
      });
      await pollUntil(() => follow()?.version !== before);
      const after = rounds;
      await pollUntil(() => rounds > after + 3);
      isOver = true;
      await reading;
      const answered = new Set([200]);
      expect(statuses).toEqual({ tile: answered, oldTile: answered, route: answered, search: answered });
    } finally {
      isOver = true;
      await reading.catch(() => {});
      await roads?.stop();
      await server.kill();
      await db.close();
    }
  });
});
