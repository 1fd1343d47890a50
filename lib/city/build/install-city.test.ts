import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundledCity } from "@/lib/city/build/bundled-city";
import { checkCity } from "@/lib/city/build/check-city";
import { installCity } from "@/lib/city/build/install-city";
import { citiesFolder, readCity } from "@/lib/city/city";
import { hasCity } from "@/lib/city/geocoding/save-city";
import { type Database, openDatabase } from "@/lib/db/client";
import { createDatabase, type TestDatabase } from "@/testing/database";

describe("an archive of a built city", () => {
  let database: TestDatabase;
  let db: Database;
  let dataDir: string;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 2);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "dropline-install-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const install = (archive: string) => {
    const { signal } = new AbortController();
    return installCity({ db, dataDir, signal, step: (_, work) => work(() => {}) }, archive);
  };

  it("installs the bundled city with its map, roads and every address", async () => {
    const { archive, version } = bundledCity();
    const city = await install(archive);
    expect(city).toMatchObject({ version, isBundled: true });
    expect(await db.models.cityHouse.count({ where: { version } })).toBe(city.counts.addresses);
    const served = readCity(dataDir);
    if (served === null) throw new Error("No city is served");
    await checkCity(db, served);
    await install(archive);
    expect(await db.models.cityHouse.count()).toBe(city.counts.addresses);
  });

  it("changes nothing when it is damaged or contains no city", async () => {
    const archive = join(dataDir, "empty.city.tar.gz");
    writeFileSync(archive, "");
    await expect(install(archive)).rejects.toThrow();
    expect(readCity(dataDir)).toBeNull();
    expect(readdirSync(citiesFolder(dataDir))).toEqual([]);
    expect(await hasCity(db, "000000000000")).toBe(false);
  });
});
