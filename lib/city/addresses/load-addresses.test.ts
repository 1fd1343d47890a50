import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AddressCollector } from "@/lib/city/addresses/address-collector";
import { loadAddresses } from "@/lib/city/addresses/load-addresses";
import { findMiddle } from "@/lib/city/addresses/middle";
import { findHouses, parseHouseNumber } from "@/lib/city/geocoding/address-grammar";
import { type AddressMatch, isExact } from "@/lib/city/geocoding/address-match";
import { type HouseRow, SAME_HOUSE_METERS } from "@/lib/city/geocoding/city-row";
import { createCityGeocoder } from "@/lib/city/geocoding/create-city-geocoder";
import type { Geocoder } from "@/lib/city/geocoding/geocoder";
import { metersBetween } from "@/lib/city/geocoding/planar-geometry";
import type { CityRows } from "@/lib/city/geocoding/save-city";
import { deleteCities } from "@/lib/city/geocoding/save-city";
import { streetKey } from "@/lib/city/geocoding/street-words";
import { type Database, openDatabase } from "@/lib/db/client";
import { packageRoot } from "@/lib/package-root";
import type { Point } from "@/lib/point";
import { readExtract } from "@/packages/city/extract/read-extract";
import { amount } from "@/testing/amount";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { writeTown } from "@/testing/small-town";
import { TYPED_ADDRESSES } from "@/testing/typed-addresses";
import { createRandom, writeHouse } from "@/testing/written-houses";

/** Addresses of each extract, at most. */
const SAMPLE = amount(25, Number.POSITIVE_INFINITY);
const RIGHT_SHARE = 0.98;
/** Houses of the bundled city that are written in many forms, and how many each. */
const WRITTEN_HOUSES = amount(30, Number.POSITIVE_INFINITY);
const FORMS_EACH = amount(6, 24);
const SEED = Number(process.env.ADDRESS_SEED ?? 1);
const SAME_PLACE_METERS = 60;

/** The bundled city, and any others in the folder that CITY_EXTRACTS names. */
const EXTRACTS = [join(packageRoot(), "cities"), process.env.CITY_EXTRACTS ?? ""]
  .filter((folder) => folder !== "" && existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((file) => file.endsWith(".osm.pbf"));

/** A part of the bundled city. */
const QUARTER = { west: 28.82, south: 47.01, east: 28.85, north: 47.03 };

/** An address as its tags state it, read as plainly as possible. */
interface AddressState {
  readonly street: string;
  readonly number: string;
  readonly place: Point;
}

const PLAIN_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^str\.? /, "strada "],
  [/^bd\.? /, "bulevardul "],
  [/^str-la /, "stradela "],
];
/**
 * Normalizes an address: equal for spellings that differ only in marks, case and the common abbreviations of street
 * types.
 */
function plainly({ street, number }: Pick<AddressState, "street" | "number">): string {
  const bare = `${street}|${number}`.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
  return PLAIN_KINDS.reduce((text, [from, to]) => text.replace(from, to), bare).replaceAll(/["']/g, "");
}

const CYRILLIC = [..."абвгдежзийклмнопрстуфхцчшщъыьэюяё"];
const LATIN = "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya e".split(" ");
const inLatin = (text: string): string =>
  [...text.normalize("NFC").toLowerCase()]
    .map((letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter)
    .join("")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "");

const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  ...([
    [/улица/, "ул."],
    [/проспект/, "пр-т"],
    [/переулок/, "пер."],
    [/набережная/, "наб."],
  ] as const),
  ...([
    [/площадь/, "пл."],
    [/бульвар/, "бул."],
    [/шоссе/, "ш."],
    [/проезд/, "пр-д"],
  ] as const),
  ...([
    [/^Strada /, "str. "],
    [/^Stradela /, "str-la "],
    [/^Bulevardul /, "bd. "],
  ] as const),
  ...([
    [/strasse$/, "str."],
    [/straße$/, "str."],
  ] as const),
];
const abbreviated = (street: string): string =>
  ABBREVIATIONS.reduce((text, [whole, short]) => text.replace(whole, short), street);

/** Swaps two letters of the longest word, or drops one. */
function mistyped(street: string, index: number): string {
  const word = street.split(" ").reduce((longest, one) => (one.length > longest.length ? one : longest), "");
  if (word.length < 5) return street;
  const at = 1 + (index % (word.length - 3));
  const letters = [...word];
  if (index % 2 === 0) letters.splice(at, 1);
  else letters.splice(at, 2, word[at + 1] ?? "", word[at] ?? "");
  return street.replace(word, letters.join(""));
}

const FORMS: readonly (readonly [string, (stated: AddressState, index: number) => string])[] = [
  ["as it is", ({ street, number }) => `${street} ${number}`],
  ["house first", ({ street, number }) => `${number} ${street}`],
  ["abbreviated", ({ street, number }) => `${abbreviated(street)}, ${number}`],
  ["turned round", ({ street, number }) => `${street.split(" ").reverse().join(" ")}, ${number}`],
  ["in Latin letters", ({ street, number }) => inLatin(`${street} ${number}`)],
  ["in capitals", ({ street, number }) => `${street} ${number}`.toUpperCase()],
  ["with a wrong letter", ({ street, number }, index) => `${mistyped(street, index)} ${number}`],
  ["with a flat", ({ street, number }) => `${street} ${number}, кв. 14, подъезд 2`],
];

/** Whether an answer passes for exact although its number was not typed. A street's name may have a number as well. */
function isSilentlyOther(text: string, found: AddressMatch | undefined): boolean {
  if (found === undefined || found.isApproximate) return false;
  const typed = findHouses(text).map(({ key }) => key);
  return !typed.includes(parseHouseNumber(found.building)?.key ?? "");
}

describe("the addresses of an extract", () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 4);
  });

  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  it("are stored side by side for several versions until they are deleted", async () => {
    const [extract] = EXTRACTS;
    if (extract === undefined) return;
    const folder = mkdtempSync(join(tmpdir(), "addresses-"));
    const town = writeTown(join(folder, "town.osm.pbf"), { name: "Town", corner: [28, 47] });
    const loadTown = () =>
      loadAddresses(db, { extract: town, bbox: null, version: "bbbbbbbbbbbb", onLine: () => {} });
    const counts = () =>
      db.models.cityHouse.groupBy({ by: ["version"], _count: true, orderBy: { version: "asc" } });
    const options = { extract, bbox: QUARTER, version: "aaaaaaaaaaaa", onLine: () => {} };
    const city = await loadAddresses(db, options);
    const { addresses } = await loadTown();
    // Loading it again does not duplicate it.
    await loadTown();
    rmSync(folder, { recursive: true });
    const both = [
      { version: "aaaaaaaaaaaa", _count: city.addresses },
      { version: "bbbbbbbbbbbb", _count: addresses },
    ];
    expect(await counts()).toEqual(both);
    await deleteCities(db, { allBut: ["bbbbbbbbbbbb"] });
    expect(await counts()).toEqual(both.slice(1));
    await deleteCities(db, { allBut: [] });
    expect([
      await db.models.cityStreet.count(),
      await db.models.cityArea.count(),
      await db.models.cityStreetPiece.count(),
    ]).toEqual([0, 0, 0]);
  });

  describe.each(EXTRACTS)("%s", (extract) => {
    const version = "cccccccccccc";
    const stated: AddressState[] = [];
    const getPlaces = new Map<string, Point[]>();
    let rows: CityRows;
    let geocoder: Geocoder;
    let sample: AddressState[];

    beforeAll(async () => {
      await loadAddresses(db, { extract, bbox: null, version, onLine: () => {} });
      const collector = new AddressCollector();
      await readExtract(extract, (feature) => {
        collector.add(feature);
        const { "addr:street": street = "", "addr:housenumber": number = "" } = feature.tags;
        const place = findMiddle(feature);
        if (street === "" || !/^\d+[^\s,]*$/.test(number) || place === null) return;
        const one = { street, number, place };
        stated.push(one);
        getPlaces.set(plainly(one), [...(getPlaces.get(plainly(one)) ?? []), place]);
      });
      rows = collector.rows();
      geocoder = createCityGeocoder(db, () => version);
      sample = stated.filter((_, index) => index % Math.max(1, Math.ceil(stated.length / SAMPLE)) === 0);
    });

    const first = async (text: string) =>
      (await geocoder.searchPlaces({ text, language: null, near: null, limit: 1 }))?.[0];

    it.each(FORMS)(
      "are found when written %s, and no different address is returned as exact",
      async (_, write) => {
        const [wrong, silent]: [string[], string[]] = [[], []];
        for (const [index, one] of sample.entries()) {
          const text = write(one, index);
          const found = await first(text);
          const isThere =
            found !== undefined &&
            getPlaces.get(plainly(one))?.some((place) => metersBetween(place, found) < SAME_PLACE_METERS) ===
              true;
          if (!isThere || found.isApproximate) wrong.push(`${text} → ${found?.label}`);
          if (isSilentlyOther(text, found)) silent.push(`${text} → ${found?.label}`);
        }
        expect(silent).toEqual([]);
        expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(
          Math.ceil(sample.length * (1 - RIGHT_SHARE)),
        );
      },
    );

    it("are marked as estimates when the house does not exist", async () => {
      for (const { street, number } of sample) {
        const text = `${street} ${Number.parseInt(number, 10)}ъ7`;
        const found = await first(text);
        expect(isSilentlyOther(text, found) ? `${text} → ${found?.label}` : "").toBe("");
      }
    });

    const isBundled = extract.startsWith(join(packageRoot(), "cities"));

    it.runIf(isBundled)(
      "are never another house or another town given as exact, whatever is written after and before them",
      async () => {
        const random = createRandom(SEED);
        const streets = new Map(rows.streets.map((street) => [street.id, street]));
        const areas = new Map(rows.areas.map((area) => [area.id, area.name]));
        const getNames = ({ streetId }: HouseRow) => {
          const street = streets.get(streetId);
          return street === undefined ? [] : [street.name, street.nameRu ?? street.name];
        };
        const labels = new Map<string, Set<string>>();
        for (const house of rows.houses) {
          for (const name of getNames(house)) {
            const key = `${streetKey(name)} ${house.key}`;
            labels.set(key, (labels.get(key) ?? new Set()).add(house.label));
          }
        }
        const known = rows.houses.filter((house) => !house.isApproximate && getNames(house).length > 0);
        const every = Math.max(1, Math.floor(known.length / WRITTEN_HOUSES));
        const offset = random(every);
        const [wrong, lost]: [string[], string[]] = [[], []];
        let whole = 0;
        for (const house of known.filter((_, index) => index % every === offset)) {
          const street = getNames(house)[random(2)] ?? "";
          const area = areas.get(streets.get(house.streetId)?.areaId ?? -1) ?? "";
          for (const { text, key, hasPart } of writeHouse(
            house,
            { street, area, count: FORMS_EACH },
            random,
          )) {
            const found = await first(text);
            const isHouse =
              found !== undefined &&
              key !== null &&
              labels.get(`${streetKey(street)} ${key}`)?.has(found.building) === true;
            const isAnother = key === house.key && metersBetween(found ?? house, house) >= SAME_HOUSE_METERS;
            if (found !== undefined && isExact(found) && (!isHouse || isAnother))
              wrong.push(`${text} → ${found.label}`);
            if (key === null || hasPart) continue;
            whole += 1;
            // A house with namesakes is found among them.
            if (!isHouse || found.isApproximate) lost.push(`${text} → ${found?.label}`);
          }
        }
        expect(wrong, `ADDRESS_SEED=${SEED}`).toEqual([]);
        expect(lost.length, lost.join("\n")).toBeLessThanOrEqual(Math.ceil(whole * (1 - RIGHT_SHARE)));
      },
    );

    it.runIf(isBundled)(
      "are found as people type them, and otherwise estimated or not found, never wrong",
      async () => {
        const outcomes = [];
        for (const [text] of TYPED_ADDRESSES) {
          const found = await first(text);
          if (found === undefined) outcomes.push([text, "nothing"]);
          else if (found.isApproximate) outcomes.push([text, "approximate"]);
          else outcomes.push([text, "right", `${found.street}, ${found.building}`]);
        }
        expect(outcomes).toEqual(TYPED_ADDRESSES);
      },
    );

    it("are found by their points, and no other address is nearer", async () => {
      for (const [index, { place }] of sample.entries()) {
        const point = { latitude: place.latitude + (index % 10) * 1e-4, longitude: place.longitude };
        const answer = await geocoder.findNearest({ ...point, language: null });
        const nearest = Math.min(...rows.houses.map((house) => metersBetween(point, house)));
        const found = answer?.place ?? null;
        if (nearest <= 100) expect(found?.distanceMeters).toBeCloseTo(nearest, 3);
        else expect(found === null || (found.building === "" && found.distanceMeters <= 100)).toBe(true);
      }
    });
  });
});
