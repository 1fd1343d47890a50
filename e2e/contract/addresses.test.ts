import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { currentFile } from "@/lib/city/city";
import type { HouseRow, Names } from "@/lib/city/geocoding/city-row";
import { saveCity } from "@/lib/city/geocoding/save-city";
import { USUAL_ADAPTERS } from "@/testing/adapters";
import { getFields } from "@/testing/api-client";
import { startTestServer, type TestServer } from "@/testing/stage";

const VERSION = "0123456789ab";
const EAST = 0.1;

const named = (name: string, nameRu: string): Names => ({ name, nameRu, nameEn: null, otherNames: [] });
const house = (streetId: number, number: number, longitude: number): HouseRow => ({
  ...{ streetId, number, key: String(number), label: String(number) },
  ...{ latitude: 47, longitude, isApproximate: false },
});

/** Two streets with the same name, 7.6 km apart, and an alley. */
const CITY = {
  areas: [{ id: 1, ...named("Orașul", "Город"), isDistrict: false, latitude: 47, longitude: 29 }],
  streets: [
    { id: 1, ...named("Strada Pușkin", "улица Пушкина"), longitude: 29, houses: 3 },
    { id: 2, ...named("Strada Pușkin", "улица Пушкина"), longitude: 29 + EAST, houses: 1 },
    { id: 3, ...named("Stradela Teilor", "переулок Теилор"), longitude: 29, houses: 0 },
  ].map((street) => ({ ...street, areaId: 1, districtId: null, latitude: 47 })),
  pieces: [
    { streetId: 3, from: { latitude: 47.01, longitude: 29 }, to: { latitude: 47.01, longitude: 29.002 } },
  ],
  houses: [house(1, 20, 29), house(1, 24, 29.001), house(1, 2, 28.99), house(2, 24, 29 + EAST)],
};

interface AddressResult {
  latitude: number;
  longitude: number;
  area: string;
  street: string;
  building: string;
  label: string;
  approximate: boolean;
  distance?: number;
}

describe.each(USUAL_ADAPTERS)("city addresses (%s routes)", (adapter) => {
  let stage: TestServer;
  const dataDir = mkdtempSync(join(tmpdir(), "dropline-addresses-"));

  beforeAll(async () => {
    stage = await startTestServer({ adapter, env: { DATA_DIR: dataDir } });
  });

  afterAll(async () => {
    await stage?.close();
    rmSync(dataDir, { recursive: true });
  });

  const search = async (query: Record<string, string>) =>
    stage.api.get<{ addresses: AddressResult[] }>(`/v1/partner/addresses?${new URLSearchParams(query)}`);
  const nearest = async (latitude: number, longitude: number) =>
    stage.api.get<{ address: AddressResult | null }>(
      `/v1/delivery/addresses/reverse?latitude=${latitude}&longitude=${longitude}`,
    );

  it("return a 503, not an empty list, while there is no address data (FIND-5, NEAR-2)", async () => {
    for (const answer of [await search({ query: "Pușkin" }), await nearest(47, 29)]) {
      expect([answer.status, answer.error?.id]).toEqual([503, "service.unavailable"]);
    }
    await saveCity(stage.db, VERSION, CITY);
    const none = { nodes: 0, roads: 0, buildings: 0, addresses: 0, tiles: 0 };
    const city = {
      ...{ version: VERSION, name: "Orașul", bounds: { west: 28, south: 46, east: 30, north: 48 } },
      ...{ dataFrom: null, builtAt: new Date().toISOString(), counts: none },
      bytes: { extract: 0, map: 0, roads: 0 },
    };
    mkdirSync(dirname(currentFile(dataDir)), { recursive: true });
    writeFileSync(currentFile(dataDir), JSON.stringify(city));
    // The process checks the record at most once a second.
    await expect.poll(async () => (await search({ query: "Pușkin" })).status).toBe(200);
  });

  it("contain the fields of an order's address (FIND-1, FIND-2)", async () => {
    const { data } = await search({ query: "str. Puskin 20", limit: "1" });
    expect(data.addresses).toEqual([
      {
        ...{ latitude: 47, longitude: 29, area: "Orașul", street: "Strada Pușkin", building: "20" },
        ...{ label: "Strada Pușkin, 20, Orașul", approximate: false },
      },
    ]);
    const russian = await search({ query: "Пушкина 20", limit: "1" });
    expect(russian.data.addresses[0]?.label).toBe("улица Пушкина, 20, Город");
    expect((await search({ query: "нигде такой нет" })).data.addresses).toEqual([]);
  });

  it("report all wrong parameters at once (FIND-1, NEAR-1)", async () => {
    const refused = await search({ query: " ", limit: "21", near: "91,0" });
    expect([refused.status, getFields(refused)]).toEqual([400, ["query", "limit", "near"]]);
    const missing = await stage.api.get("/v1/partner/addresses/reverse?latitude=91");
    expect([missing.status, getFields(missing)]).toEqual([400, ["latitude", "longitude"]]);
  });

  it("are estimates if the house is not on the map, and never another house (FIND-3)", async () => {
    const first = async (query: string) =>
      (await search({ query, near: "47,29", limit: "1" })).data.addresses[0];
    expect(await first("Pușkin 22")).toMatchObject({ building: "22", approximate: true, longitude: 29.0005 });
    expect(await first("Pușkin 24a")).toMatchObject({
      building: "24a",
      approximate: true,
      longitude: 29.001,
    });
    expect(await first("Pușkin 999")).toMatchObject({
      building: "",
      approximate: true,
      street: "Strada Pușkin",
    });
  });

  it("are sorted nearest first among equal matches (FIND-4)", async () => {
    for (const longitude of [29, 29 + EAST]) {
      const { data } = await search({ query: "Pușkin 24", near: `47,${longitude}`, limit: "20" });
      expect(Math.abs((data.addresses[0]?.longitude ?? 0) - longitude)).toBeLessThan(0.01);
      expect(data.addresses.length).toBeGreaterThan(1);
    }
  });

  it("are found by a point as a house, else as a street, or not at all (NEAR-1)", async () => {
    const house = (await nearest(47.0004, 29)).data.address;
    expect(house).toMatchObject({ building: "20", approximate: false, distance: 44 });
    const street = (await nearest(47.0105, 29.001)).data.address;
    expect(street).toMatchObject({
      street: "Stradela Teilor",
      building: "",
      approximate: true,
      distance: 56,
    });
    expect((await nearest(47.5, 29)).data.address).toBeNull();
  });
});
