import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  buildingFolder,
  clearUnfinished,
  findBuilt,
  listBuiltCities,
  storeCity,
  switchCity,
} from "@/lib/city/build/switch-city";
import { type City, citiesFolder, cityFolder, mapFile, readCity } from "@/lib/city/city";

const DAY_MS = 24 * 3_600_000;

const getCity = (digit: string): City => ({
  version: digit.repeat(12),
  name: `City ${digit}`,
  bounds: { west: 1, south: 2, east: 3, north: 4 },
  dataFrom: null,
  builtAt: "2026-11-22T00:00:00.000Z",
  counts: { nodes: 1, roads: 1, buildings: 1, addresses: 1, tiles: 1 },
  bytes: { extract: 5, map: 5, roads: 0 },
});

describe("the folder of cities", () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "dropline-cities-"));
    mkdirSync(citiesFolder(dataDir));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  function keep(city: City): City {
    const folder = buildingFolder(dataDir);
    mkdirSync(folder);
    writeFileSync(mapFile({ folder }), "tiles");
    storeCity(dataDir, folder, city);
    return city;
  }

  it("keeps the current and the previous city after a switch, and deletes older ones", () => {
    const [a, b, c] = ["a", "b", "c"].map((digit) => keep(getCity(digit))) as [City, City, City];
    expect(switchCity(dataDir, a)).toEqual([a.version]);
    keep(b);
    expect(switchCity(dataDir, b).sort()).toEqual([a.version, b.version]);
    keep(c);
    expect(switchCity(dataDir, c).sort()).toEqual([b.version, c.version]);
    expect(listBuiltCities(dataDir).sort()).toEqual([b.version, c.version]);
    expect(readCity(dataDir)).toEqual({ ...c, folder: cityFolder(dataDir, c.version) });
  });

  it("keeps both cities when the current one is switched to again, and stores its new name", () => {
    const [a, b] = ["a", "b"].map((digit) => keep(getCity(digit))) as [City, City];
    switchCity(dataDir, a);
    keep(b);
    switchCity(dataDir, b);
    switchCity(dataDir, { ...b, name: "Renamed" });
    expect(listBuiltCities(dataDir).sort()).toEqual([a.version, b.version]);
    expect(readCity(dataDir)?.name).toBe("Renamed");
  });

  it("requires a rebuild when a file of the city is missing or truncated", () => {
    const city = keep(getCity("a"));
    expect(findBuilt(dataDir, city.version)).toEqual(city);
    const file = mapFile({ folder: cityFolder(dataDir, city.version) });
    writeFileSync(file, "til");
    expect(findBuilt(dataDir, city.version)).toBeNull();
    rmSync(file);
    expect(findBuilt(dataDir, city.version)).toBeNull();
    keep(city);
    expect(findBuilt(dataDir, city.version)).toEqual(city);
  });

  it("deletes the files of a killed build, but not those of another machine's build", () => {
    const folder = citiesFolder(dataDir);
    const own = join(folder, `.building-${hostname()}-1`);
    const [theirs, forgotten] = [
      join(folder, ".building-elsewhere-1"),
      join(folder, ".building-elsewhere-2"),
    ];
    for (const path of [own, theirs, forgotten]) mkdirSync(path);
    writeFileSync(join(own, "map.pmtiles"), "half");
    const long = new Date(Date.now() - 2 * DAY_MS);
    utimesSync(forgotten, long, long);
    clearUnfinished(dataDir);
    expect([own, theirs, forgotten].map(existsSync)).toEqual([false, true, false]);
  });

  it("keeps the previous record and no partial file when the new record cannot be written", () => {
    const city = keep(getCity("a"));
    switchCity(dataDir, city);
    const broken = { ...getCity("b"), bounds: { west: 1n } } as unknown as City;
    expect(() => switchCity(dataDir, broken)).toThrow(TypeError);
    expect(readCity(dataDir)?.version).toBe(city.version);
    expect(readdirSync(citiesFolder(dataDir)).sort()).toEqual([city.version, "current.json"]);
  });
});
