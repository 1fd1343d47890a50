import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AddressMatch, PlaceQuery } from "@/lib/city/geocoding/address-match";
import type { HouseRow, Names } from "@/lib/city/geocoding/city-row";
import { createCityGeocoder } from "@/lib/city/geocoding/create-city-geocoder";
import type { Geocoder } from "@/lib/city/geocoding/geocoder";
import { saveCity } from "@/lib/city/geocoding/save-city";
import { type Database, openDatabase } from "@/lib/db/client";
import type { Point } from "@/lib/point";
import { createDatabase, type TestDatabase } from "@/testing/database";

const VERSION = "0123456789ab";
/** Longitudes, 7.6 km and 15 km apart. */
const TOWN = 29;
const VILLAGE = 29.1;
const HAMLET = 29.3;
const KILOMETER = 1 / 76;

const named = (name: string): Names => ({ name, nameRu: null, nameEn: null, otherNames: [] });
const house = (streetId: number, number: number, longitude: number): HouseRow => ({
  ...{ streetId, number, key: String(number), label: String(number) },
  ...{ latitude: 47, longitude, isApproximate: false },
});
const at = (longitude: number): Point => ({ latitude: 47, longitude });

const STREETS = [
  { id: 1, ...named("Strada Pușkin"), areaId: 1, districtId: 4, longitude: TOWN },
  { id: 2, ...named("Strada Pușkin"), areaId: 2, districtId: null, longitude: VILLAGE },
  { id: 3, ...named("Strada Alexandr Pușkin"), areaId: 3, districtId: null, longitude: HAMLET },
  { id: 4, ...named("Stradela Pușkin"), areaId: 1, districtId: 4, longitude: TOWN + KILOMETER },
  { id: 5, ...named("Strada Pușkin"), areaId: 1, districtId: 5, longitude: TOWN - 3 * KILOMETER },
  { id: 6, ...named("Strada Mare"), areaId: 1, districtId: null, longitude: TOWN + KILOMETER },
  { id: 7, ...named("Strada Păcii"), nameRu: "улица Мира", areaId: 1, districtId: null, longitude: TOWN },
  { id: 8, ...named("Strada Drumul Viilor"), areaId: 1, districtId: null, longitude: TOWN },
  { id: 9, ...named("Stradela 1 Sitarului"), areaId: 1, districtId: null, longitude: TOWN },
  { id: 10, ...named("Stradela 2 Sitarului"), areaId: 1, districtId: null, longitude: TOWN },
];
const HOUSES = [
  ...[house(1, 24, TOWN), house(2, 24, VILLAGE), house(3, 24, HAMLET), house(3, 50, HAMLET)],
  ...[house(1, 7, TOWN), house(4, 7, TOWN + KILOMETER)],
  ...[house(1, 30, TOWN), house(5, 30, TOWN - 3 * KILOMETER)],
  ...[house(1, 2, TOWN), house(2, 2, VILLAGE), ...[20, 21, 22, 23, 25].map((one) => house(1, one, TOWN))],
  ...[house(1, 40, TOWN), house(1, 40, TOWN + KILOMETER / 10)],
  // On one street, at two ends of it.
  ...[house(1, 60, TOWN + KILOMETER), house(1, 60, TOWN + 2 * KILOMETER)],
  ...[house(1, 61, TOWN), house(1, 61, TOWN + 4 * KILOMETER)],
  ...[house(1, 62, TOWN), house(1, 62, TOWN + 0.15 * KILOMETER)],
  ...[house(8, 36, TOWN), house(9, 2, TOWN), house(10, 3, TOWN)],
];
/** A street of 100 m from south to north. */
const crossing = (streetId: number, longitude: number) => ({
  streetId,
  from: { latitude: 46.9995, longitude },
  to: { latitude: 47.0005, longitude },
});
const PIECES = [crossing(4, TOWN + KILOMETER), crossing(6, TOWN + 2 * KILOMETER), crossing(1, TOWN)];
const CITY = {
  areas: [
    { id: 1, ...named("Orhei"), nameRu: "Оргеев", isDistrict: false },
    { id: 2, ...named("Peresecina"), isDistrict: false },
    { id: 3, ...named("Step-Soci"), isDistrict: false },
    { id: 4, ...named("Centru"), isDistrict: true },
    { id: 5, ...named("Nordic"), isDistrict: true },
  ].map((area) => ({ ...area, ...at(TOWN) })),
  streets: STREETS.map((street) => ({ ...street, latitude: 47, houses: 2 })),
  pieces: PIECES,
  houses: HOUSES,
};

describe("a search in a city", () => {
  let database: TestDatabase;
  let db: Database;
  let geocoder: Geocoder;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 2);
    await saveCity(db, VERSION, CITY);
    geocoder = createCityGeocoder(db, () => VERSION);
  });

  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  const search = async (text: string, more: Partial<PlaceQuery> = {}): Promise<readonly AddressMatch[]> =>
    (await geocoder.searchPlaces({ text, language: null, near: null, ...more })) ?? [];
  const list = async (text: string, near: Point | null = null) =>
    (await search(text, { near })).filter(({ isAmbiguous }) => isAmbiguous).map(({ label }) => label);

  it("returns all places of an address that several places have, and none of them as the one meant", async () => {
    const both = ["Strada Pușkin, 24, Centru, Orhei", "Strada Pușkin, 24, Peresecina"];
    expect((await list("strada Pușkin 24")).toSorted()).toEqual(both);
    expect((await list("Pușkin 24", at(TOWN + KILOMETER))).toSorted()).toEqual(both);
    const [first] = await search("Pușkin 24", { limit: 1 });
    expect(first).toMatchObject({ isAmbiguous: true, isApproximate: false });
  });

  it("takes the place whose town, district or full name is typed", async () => {
    for (const [text, label] of [
      ["Pușkin 24, Orhei", "Strada Pușkin, 24, Centru, Orhei"],
      ["Peresecina, str. Pușkin 24", "Strada Pușkin, 24, Peresecina"],
      ["Pușkin 30, Nordic", "Strada Pușkin, 30, Nordic, Orhei"],
      ["Alexandr Pușkin 24", "Strada Alexandr Pușkin, 24, Step-Soci"],
      ["stradela Pușkin 7", "Stradela Pușkin, 7, Centru, Orhei"],
    ] as const) {
      const [first] = await search(text);
      expect(first, text).toMatchObject({ label, isAmbiguous: false, isApproximate: false });
    }
  });

  it("takes the place that is near if the others are at least ten times as far away", async () => {
    const [first] = await search("Pușkin 24", { near: at(VILLAGE + KILOMETER / 2) });
    expect(first).toMatchObject({ label: "Strada Pușkin, 24, Peresecina", isAmbiguous: false });
    expect(await list("Pușkin 24", at(VILLAGE + KILOMETER))).toHaveLength(2);
  });

  it("estimates the place of a street that the words name differently", async () => {
    for (const [text, label, isApproximate] of [
      ["Strada Drumul Viilor 36", "Strada Drumul Viilor, 36, Orhei", false],
      ["Drumul Viilor 36", "Strada Drumul Viilor, 36, Orhei", false],
      ["Strada Viilor 36", "Strada Drumul Viilor, 36, Orhei", true],
      ["Stradela 1 Sitarului 2", "Stradela 1 Sitarului, 2, Orhei", false],
      // Not house 2 of the first.
      ["Stradela 2 Sitarului 1A", "Stradela 1 Sitarului, 2, Orhei", true],
      ["Stradela 2 Sitarului 1Ъ", "Stradela 2 Sitarului, 1Ъ, Orhei", true],
    ] as const) {
      const [first] = await search(text);
      expect(first, text).toMatchObject({ label, isApproximate });
    }
  });

  it("does not choose between districts or types of streets", async () => {
    expect(await list("Pușkin 30, Orhei")).toHaveLength(2);
    expect((await list("Pușkin 7")).toSorted()).toEqual([
      "Strada Pușkin, 7, Centru, Orhei",
      "Stradela Pușkin, 7, Centru, Orhei",
    ]);
  });

  it("lists the places of an ambiguous address before longer numbers", async () => {
    const places = await search("Pușkin 2", { limit: 3 });
    expect(places.map(({ building }) => building)).toEqual(["2", "2", "20"]);
  });

  it("tells places of equal addresses apart by a street that only one of them is near, or else by the point", async () => {
    expect((await list("Pușkin 60")).toSorted()).toEqual(
      [
        "Strada Pușkin, 60, Centru, Orhei (Stradela Pușkin)",
        "Strada Pușkin, 60, Centru, Orhei (Strada Mare)",
      ].toSorted(),
    );
    expect((await list("Pușkin 61")).toSorted()).toEqual([
      "Strada Pușkin, 61, Centru, Orhei (47.0000, 29.0000)",
      "Strada Pușkin, 61, Centru, Orhei (47.0000, 29.0526)",
    ]);
  });

  it("writes an address in one script, so that a street without a Russian name is in no Оргеев", async () => {
    const label = async (text: string) => (await search(text, { language: "ru", limit: 1 }))[0]?.label;
    expect(await label("Mare 9")).toBe("Strada Mare, Orhei");
    expect(await label("Pacii 9")).toBe("улица Мира, Оргеев");
  });

  it("lists one house with two entries once", async () => {
    const houses = (await search("Pușkin 62")).filter(({ building }) => building !== "");
    expect(houses.map(({ label }) => label)).toEqual(["Strada Pușkin, 62, Centru, Orhei"]);
  });

  it("takes two entries of one house for one place", async () => {
    const [first] = await search("Pușkin 40");
    expect(first).toMatchObject({ isAmbiguous: false });
  });

  it("gives no house as the one meant while more streets have the name than it reads", async () => {
    const version = "ba9876543210";
    const streets = Array.from({ length: 30 }, (_, index) => ({
      ...{ id: index, ...named("Strada Lungă"), areaId: 1, districtId: null, houses: 1 },
      ...at(TOWN + index * KILOMETER),
    }));
    await saveCity(db, version, {
      ...CITY,
      streets,
      houses: [house(0, 3, TOWN), house(29, 3, HAMLET)],
    });
    const many = createCityGeocoder(db, () => version);
    const found = await many.searchPlaces({ text: "Lungă 3", language: null, near: at(TOWN), limit: 1 });
    expect(found?.[0]).toMatchObject({ building: "3", isAmbiguous: true });
  });
});
