import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCity, type CityRequest } from "@/lib/city/build/build-city";
import { listBuiltCities } from "@/lib/city/build/switch-city";
import { type City, cityFolder, mapFile, readCity } from "@/lib/city/city";
import { hasCity } from "@/lib/city/geocoding/save-city";
import { type Database, openDatabase } from "@/lib/db/client";
import { enginePrograms } from "@/packages/city/roads/engine-package";
import { amount } from "@/testing/amount";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { writeTown } from "@/testing/small-town";

describe("a city build", () => {
  let dataDir: string;
  let databases: TestDatabase[];
  let db: Database;
  let first: City;
  let expected: CityRequest;
  const steps: string[] = [];

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "dropline-city-"));
    databases = [await createDatabase()];
    db = openDatabase(databases[0]?.url ?? "", 2);
    const extract = writeTown(join(dataDir, "one.osm.pbf"), { name: "Mill Street", corner: [28.8, 47] });
    expected = { extract, name: "One", bbox: null };
    first = await build(expected);
  });

  afterAll(async () => {
    await db.close();
    for (const database of databases) await database.drop();
    rmSync(dataDir, { recursive: true });
  });

  function build(city: CityRequest, into = db): Promise<City> {
    steps.length = 0;
    const { signal } = new AbortController();
    return buildCity(
      {
        db: into,
        dataDir,
        signal,
        step: (title, work) => {
          steps.push(title);
          return work(() => {});
        },
      },
      city,
    );
  }

  it("contains everything in its extract, and is served once it is complete", async () => {
    expect(first.counts).toMatchObject({ roads: 16, buildings: 112, addresses: 112 });
    expect(first.bounds.west).toBeCloseTo(28.8, 5);
    expect(first.bytes.extract).toBe(statSync(expected.extract).size);
    expect(readCity(dataDir)).toEqual({ ...first, folder: cityFolder(dataDir, first.version) });
    expect(await hasCity(db, first.version)).toBe(true);
  });

  // The centers of its houses have 17 decimals there, two more than the engine accepts.
  const CORNERS = [
    ["at Greenwich", [-0.0200733, 51.5]],
    ["on the equator", [36.8, -0.0200733]],
  ] as const;
  it.each(CORNERS.slice(0, amount(1, 2)))("accepts an extract with roads %s", async (name, corner) => {
    const folder = mkdtempSync(join(tmpdir(), "dropline-city-"));
    const database = await createDatabase();
    const ownDb = openDatabase(database.url, 2);
    try {
      const extract = writeTown(join(folder, "town.osm.pbf"), { name, corner: [...corner], streets: 4 });
      const context = { db: ownDb, dataDir: folder, signal: new AbortController().signal };
      const city = await buildCity(
        { ...context, step: (_, work) => work(() => {}) },
        { extract, name, bbox: null },
      );
      expect(city.bytes.roads > 0).toBe(enginePrograms() !== null);
    } finally {
      await ownDb.close();
      await database.drop();
      rmSync(folder, { recursive: true });
    }
  });

  it("reuses the built city when only the name changes", async () => {
    const again = await build({ ...expected, name: "Renamed" });
    expect(again).toEqual({ ...first, name: "Renamed" });
    expect(steps).toEqual(["Reading the file", "Switching over"]);
  });

  it("rebuilds the city when one of its files is missing", async () => {
    rmSync(mapFile({ folder: cityFolder(dataDir, first.version) }));
    const again = await build(expected);
    expect(steps).toContain("Map");
    expect(again).toEqual({ ...first, builtAt: again.builtAt });
  });

  it("only loads the addresses when another database lacks the built city", async () => {
    const other = await createDatabase();
    databases.push(other);
    const otherDb = openDatabase(other.url, 2);
    try {
      await build(expected, otherDb);
      expect(steps).toEqual(["Reading the file", "Addresses", "Switching over"]);
      expect(await hasCity(otherDb, first.version)).toBe(true);
    } finally {
      await otherDb.close();
    }
  });

  it("covers only the requested bounds, under a separate version", async () => {
    const bbox = { west: 28.8, south: 47, east: 28.8061, north: 47.0061 };
    const part = await build({ ...expected, bbox });
    expect(part.version).not.toBe(first.version);
    expect(part.counts.buildings).toBeLessThan(60);
    expect(part.counts.buildings).toBeGreaterThan(10);
    expect(listBuiltCities(dataDir).sort()).toEqual([first.version, part.version].sort());
  });

  it("deletes a city and its addresses after two later cities were built", async () => {
    const before = readCity(dataDir)?.version ?? "";
    for (const name of ["Two", "Three"]) {
      const extract = writeTown(join(dataDir, `${name}.osm.pbf`), { name, corner: [10, 10], streets: 3 });
      await build({ ...expected, extract, name });
    }
    expect(listBuiltCities(dataDir)).not.toContain(before);
    expect(await hasCity(db, before)).toBe(false);
    expect(await hasCity(db, readCity(dataDir)?.version ?? "")).toBe(true);
  });

  it("keeps the current city when the requested bounds contain no data", async () => {
    const before = readCity(dataDir);
    const sea = { west: 0, south: 0, east: 0.1, north: 0.1 };
    await expect(build({ ...expected, bbox: sea })).rejects.toThrow(/nothing within the box/);
    expect(readCity(dataDir)).toEqual(before);
  });

  it("keeps the current city when the database fails to store the new addresses", async () => {
    const before = readCity(dataDir);
    const stored = listBuiltCities(dataDir);
    const lost = await createDatabase();
    await lost.drop();
    const lostDb = openDatabase(lost.url, 1);
    const extract = writeTown(join(dataDir, "four.osm.pbf"), { name: "Four", corner: [10, 10], streets: 3 });
    try {
      await expect(build({ ...expected, extract }, lostDb)).rejects.toThrow();
    } finally {
      await lostDb.close();
    }
    expect(steps).toContain("Addresses");
    expect(readCity(dataDir)).toEqual(before);
    expect(listBuiltCities(dataDir)).toEqual(stored);
  });
});
