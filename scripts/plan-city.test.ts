import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundledCity } from "@/lib/city/build/bundled-city";
import { cityFolder, currentFile, mapFile } from "@/lib/city/city";
import { planCity } from "@/scripts/plan-city";
import { createDatabase, type TestDatabase } from "@/testing/database";

const OWN = "a".repeat(12);

describe("the city that a start builds", () => {
  let database: TestDatabase;
  let dataDir: string;
  const bundled = bundledCity();

  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "dropline-plan-"));
    return () => rmSync(dataDir, { recursive: true });
  });

  const plan = (setting?: string) => planCity({ databaseUrl: database.url, dataDir, setting });

  /** Serves a city with a map but no addresses. */
  function serve(version: string, more: object = {}): void {
    const folder = cityFolder(dataDir, version);
    mkdirSync(folder, { recursive: true });
    writeFileSync(mapFile({ folder }), "tiles");
    const record = {
      version,
      name: "Own",
      bounds: { west: 1, south: 2, east: 3, north: 4 },
      dataFrom: null,
      builtAt: "2026-11-22T00:00:00.000Z",
      counts: { nodes: 1, roads: 1, buildings: 1, addresses: 0, tiles: 1 },
      bytes: { extract: 5, map: 5, roads: 0 },
      ...more,
    };
    writeFileSync(currentFile(dataDir), JSON.stringify(record));
  }

  const building = {
    kind: "build",
    name: bundled.name,
    words: [bundled.archive],
  };

  it("is the bundled one when none is installed", async () => {
    expect(await plan()).toEqual(building);
    expect(await plan("")).toEqual(building);
  });

  it('is none when the setting is "none"', async () => {
    expect(await plan("none")).toEqual({ kind: "keep" });
  });

  it("is the bundled one only once, and again after an update or when a file is missing", async () => {
    serve(bundled.version, { isBundled: true });
    expect(await plan()).toEqual({ kind: "keep" });
    rmSync(mapFile({ folder: cityFolder(dataDir, bundled.version) }));
    expect(await plan()).toEqual(building);
    serve(OWN, { isBundled: true });
    expect(await plan()).toEqual(building);
  });

  it("never replaces the user's city, which is reported only when it is incomplete", async () => {
    serve(OWN);
    expect(await plan()).toEqual({ kind: "keep" });
    serve(OWN, { counts: { nodes: 1, roads: 1, buildings: 1, addresses: 7, tiles: 1 } });
    expect(await plan()).toEqual({
      kind: "tell",
      line: "Parts of Own are missing. Build it again: npm run city -- FILE",
    });
  });

  it("is the file in the setting, whatever city is served", async () => {
    serve(OWN);
    const file = join(dataDir, "new-town.osm.pbf");
    writeFileSync(file, "");
    expect(await plan(file)).toEqual({
      kind: "build",
      name: "New Town",
      words: [file, "--name", "New Town"],
    });
    await expect(plan(join(dataDir, "nowhere.osm.pbf"))).rejects.toThrow(/there is no file .*nowhere/);
  });
});
