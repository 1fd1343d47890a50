import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CityOnDisk } from "@/lib/city/city";
import { saveCity } from "@/lib/city/geocoding/save-city";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import { findSampleTown, listExamplePlaces } from "@/lib/docs/example-places";
import { placesWithoutCity } from "@/lib/sandbox/demo/demo-places";
import { changeServiceArea } from "@/lib/service-area/change-service-area";
import { readZoneFile } from "@/lib/service-area/zone-file";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { square, zoneFile } from "@/testing/zones";

const bounds = { west: 9.47, south: 47.04, east: 9.64, north: 47.28 };

const servedCity = (version: string): CityOnDisk => ({
  ...{ version, name: "Vaduz", bounds, folder: "", dataFrom: null, builtAt: "2026-11-01T00:00:00.000Z" },
  counts: { nodes: 0, roads: 0, buildings: 0, addresses: 0, tiles: 0 },
  bytes: { extract: 0, map: 0, roads: 0 },
});

it("example addresses are invented while the database is unreachable", async () => {
  const db = openDatabase("postgresql://unknown@127.0.0.1:1/none", 1);
  const source = { db, dispatch: DEFAULT_DISPATCH };
  const { shops, doors } = placesWithoutCity();
  expect(await listExamplePlaces(source, null, "en")).toEqual([...shops, ...doors]);
  expect(await findSampleTown(source, servedCity("000000000001"), "en")).toBeNull();
  await db.close();
});

describe("the places of samples", () => {
  let local: LocalApi;
  const source = () => ({ db: local.db, dispatch: DEFAULT_DISPATCH });

  beforeAll(async () => {
    local = await openLocalApi();
    const names = { nameRu: null, nameEn: null, otherNames: [] };
    const streets = Array.from({ length: 40 }, (_, id) => {
      const at = { latitude: 47.1 + id / 1_000, longitude: 9.5 + id / 1_000 };
      return { id, name: `Street ${id}`, ...names, areaId: null, districtId: null, ...at, houses: 1 };
    });
    await saveCity(local.db, "000000000002", {
      areas: [],
      streets,
      pieces: [],
      houses: streets.map(({ id, latitude, longitude }) => ({
        ...{ streetId: id, number: 1, key: "1", label: "1", latitude, longitude, isApproximate: false },
      })),
    });
  });
  afterAll(() => local?.close());

  it("are the written ones without a city", async () => {
    expect(await findSampleTown(source(), null, "en")).toBeNull();
  });

  it("lie in the served city even if none of its houses is known, with a phone number of its country", async () => {
    const town = await findSampleTown(source(), servedCity("000000000001"), "en");
    expect(town?.phone).toMatch(/^\+423\d{7,9}$/);
    for (const place of [town?.shop, town?.door]) {
      expect(place?.area).toBe("Vaduz");
      expect(place?.latitude).toBeGreaterThan(bounds.south);
      expect(place?.latitude).toBeLessThan(bounds.north);
      expect(place?.longitude).toBeGreaterThan(bounds.west);
      expect(place?.longitude).toBeLessThan(bounds.east);
    }
  });

  it("lie where orders are accepted, at any hour, however small a part of the city that is", async () => {
    const rings = [square(9.53, 47.13, 0.004)];
    const hours = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: "03:00-03:01" };
    const zones = readZoneFile(zoneFile({ name: "Center", rings, hours })).zones ?? [];
    const context = { db: local.db, clock: local.clock, dispatch: DEFAULT_DISPATCH };
    await changeServiceArea(context, { type: "put", zones });
    await changeServiceArea(context, { type: "switch", isOn: true });
    const places = await listExamplePlaces(source(), servedCity("000000000002"), "en");
    expect(places.map(({ street }) => street)).toEqual([30, 31, 32, 33, 34].map((id) => `Street ${id}`));
    for (const version of ["000000000001", "000000000002"]) {
      const town = await findSampleTown(source(), servedCity(version), "en");
      for (const place of [town?.shop, town?.door]) {
        expect(Math.abs((place?.latitude ?? 0) - 47.132)).toBeLessThanOrEqual(0.0021);
        expect(Math.abs((place?.longitude ?? 0) - 9.532)).toBeLessThanOrEqual(0.0021);
      }
    }
  });
});
