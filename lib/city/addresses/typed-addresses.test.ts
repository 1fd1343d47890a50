import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AddressCollector } from "@/lib/city/addresses/collect-addresses";
import { type Database, openDatabase } from "@/lib/db/client";
import { createCityGeocoder } from "@/lib/geocoding/city-geocoder";
import type { HouseRow, StreetRow } from "@/lib/geocoding/city-row";
import type { Geocoder } from "@/lib/geocoding/geocoder";
import { saveCity } from "@/lib/geocoding/save-city";
import { streetKey } from "@/lib/geocoding/street-words";
import { packageRoot } from "@/lib/package-root";
import { readExtract } from "@/packages/city/extract/read-extract";
import { amount } from "@/testing/amount";
import { createDatabase, type TestDatabase } from "@/testing/database";

const EXTRACT = join(packageRoot(), "cities/chisinau.osm.pbf");
const VERSION = "dddddddddddd";
const SEED = Number(process.env.ADDRESS_SEED ?? 1);
const HOUSES = Number(process.env.HOUSES ?? amount(60, Number.POSITIVE_INFINITY));
/** Forms of each house. */
const FORMS_EACH = amount(12, 24);

interface Suffix {
  readonly text: string;
  /** What the suffix adds to the key of the house; a house with it may not exist. */
  readonly part?: string;
}

/** What people write after a house number. */
const SUFFIXES: readonly Suffix[] = [
  ...[
    ...[
      " п.2 эт.3 кв.15",
      " п 2",
      ", п.2",
      ", под. 2, эт. 3",
      ", подъезд 2",
      ", 2 подъезд, 3 этаж",
      " 2-й подъезд",
    ],
    ...[
      ", пд 2, кв 5",
      "кв.5",
      " кв 5",
      ", кв. 12А",
      ", кв-ра 5",
      ", квартира № 5",
      " кв №5",
      "-й этаж 3".slice(3),
    ],
    ...[
      " №2",
      " #2",
      ", этаж 2, офис 5",
      ", оф. 2",
      ", пом. 2",
      ", помещение II",
      ", комн. 2",
      ", кв. 5, к. 2",
    ],
    ...[
      ", вход со двора",
      " (во дворе)",
      ", домофон 2К",
      ", домофон не работает",
      ", код 2#45",
      ", кв 2, звонить за час",
    ],
    ...[
      ", sc. 2, et. 3, ap. 15",
      " ap. 12B",
      ", ap 2",
      " sc.2 et.3 ap.5",
      ", of. 2",
      ", et. 2",
      ", interfon 2",
      ", scara A",
    ],
    ...[
      ", apt 2",
      ", flat 2B",
      ", entrance 2, floor 3",
      ", 2nd floor",
      " apt #2",
      ", unit 2",
      ", suite 2",
      ", room 2",
    ],
    ...[", +373 69 123 456", ", тел. 069123456", ", позвонить за 15 минут", ", вход с торца, код 2"],
  ].map((text) => ({ text })),
  ...[" к 2", "к2", ", к. 2", ", корп. 2", " корпус 2", ", корп.2, кв. 5", ", bl. 2", ", bloc 2, ap. 5"].map(
    (text) => ({
      text,
      part: "k2",
    }),
  ),
  ...[" с 2", "с2", ", стр. 2", ", строение 2"].map((text) => ({ text, part: "s2" })),
  ...["/2", " / 2"].map((text) => ({ text, part: "/2" })),
  ...["к1с2", " корп. 1 стр. 2", ", к. 1, стр. 2"].map((text) => ({ text, part: "k1s2" })),
  ...["/3к2с1"].map((text) => ({ text, part: "/3k2s1" })),
  ...[", литера Б", " лит Б", " литБ"].map((text) => ({ text, part: "litb" })),
  ...["Ъ", " Ъ", "-Ъ", ' "Ъ"'].map((text) => ({ text, part: "ъ" })),
  ...[" соор. 2", ", сооружение 2"].map((text) => ({ text, part: "soor2" })),
];

const ORDERS: readonly ((street: string, house: string) => string)[] = [
  (street, house) => `${street} ${house}`,
  (street, house) => `${street}, ${house}`,
  (street, house) => `${street}, д. ${house}`,
  (street, house) => `${street} дом ${house}`,
  (street, house) => `${street}, nr. ${house}`,
  (street, house) => `${street} д.${house}`,
  (street, house) => `${street.toUpperCase()} ${house}`,
  (street, house) => `  ${street}\u00a0 ${house} `,
  (street, house) => `дом ${house}, ${street}`,
];

type Locality = "none" | "own" | "other";
const OWN = [
  (text: string, area: string) => `${area}, ${text}`,
  (text: string, area: string) => `г. ${area}, ${text}`,
  (text: string, area: string) => `${text}, ${area}`,
  (text: string, area: string) => `Moldova, ${area}, ${text}`,
  (text: string, area: string) => `${area} г, ${text}`,
  (text: string, area: string) => `mun. ${area}, ${text}, Republica Moldova`,
  (text: string, area: string) => `MD-2001, or. ${area}, ${text}`,
];
const OTHER = [
  (text: string) => `г. Москва, ${text}`,
  (text: string) => `${text}, Bălți`,
  (text: string) => `or. Orhei, ${text}`,
  (text: string) => `${text}, г Бельцы`,
  (text: string) => `Moldova, Cahul, ${text}`,
  (text: string) => `Тирасполь, ${text}`,
  (text: string) => `${text} Бельцы`,
  (text: string) => `${text} (Bălți)`,
  (text: string) => `Россия, ${text}`,
  (text: string) => `${text}, raionul Orhei`,
];
const OTHER_WORDS = /москва|moscova|b[ăa]lți|orhei|бельц|cahul|тираспол|tiraspol|росси/iu;

/** A generator of numbers below a bound. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("an address as people type it", () => {
  let database: TestDatabase;
  let db: Database;
  let geocoder: Geocoder;
  const streets = new Map<number, StreetRow>();
  const areas = new Map<number, string>();
  const keys = new Map<string, HouseRow[]>();
  let houses: HouseRow[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 4);
    const collector = new AddressCollector();
    await readExtract(EXTRACT, (feature) => collector.add(feature), { bbox: null });
    const rows = collector.rows();
    await saveCity(db, VERSION, rows);
    for (const street of rows.streets) streets.set(street.id, street);
    for (const area of rows.areas) areas.set(area.id, area.name);
    for (const house of rows.houses) {
      for (const name of namesOf(house)) {
        const key = `${streetKey(name)} ${house.key}`;
        keys.set(key, [...(keys.get(key) ?? []), house]);
      }
    }
    houses = rows.houses.filter((house) => !house.isApproximate && namesOf(house).length > 0);
    geocoder = createCityGeocoder(db, () => VERSION);
  });

  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  function namesOf({ streetId }: HouseRow): string[] {
    const { name, nameRu = null } = streets.get(streetId) ?? { name: "" };
    return [name, nameRu ?? ""].filter((one) => one !== "");
  }

  const first = async (text: string) =>
    (await geocoder.searchPlaces({ text, language: null, near: null, limit: 1 }))?.[0];

  it("is never another house or another town given as exact, and is found unless the house is not on the map", async () => {
    const random = createRandom(SEED);
    const chosen =
      HOUSES < houses.length ? Array.from({ length: HOUSES }, () => houses[random(houses.length)]) : houses;
    const wrong: string[] = [];
    const lost: string[] = [];
    let [expected, all] = [0, 0];
    for (const house of chosen.filter((one) => one !== undefined)) {
      for (let form = 0; form < FORMS_EACH; form += 1) {
        const suffix = SUFFIXES[random(SUFFIXES.length)] ?? { text: "" };
        const names = namesOf(house);
        const street = names[random(names.length)] ?? "";
        const bare = (ORDERS[random(ORDERS.length)] ?? String)(street, `${house.label}${suffix.text}`);
        const area = areas.get(streets.get(house.streetId)?.areaId ?? -1) ?? "";
        const locality = (["none", "own", "other"] as const)[random(3)] as Locality;
        if (locality === "other" && OTHER_WORDS.test(names.join())) continue;
        const text =
          locality === "none"
            ? bare
            : locality === "own" && area !== ""
              ? (OWN[random(OWN.length)] ?? String)(bare, area)
              : (OTHER[random(OTHER.length)] ?? String)(bare);
        const isOther = text !== bare && (locality === "other" || area === "");
        const found = await first(text);
        all += 1;
        const key = house.key + (suffix.part ?? "");
        const right = keys.get(`${streetKey(street)} ${key}`) ?? [];
        const isRight = found !== undefined && right.some(({ label }) => label === found.building);
        if (found?.isApproximate === false && (isOther || !isRight)) wrong.push(`${text} → ${found.label}`);
        if (isOther || suffix.part !== undefined) continue;
        expected += 1;
        if (!isRight || found?.isApproximate === true)
          lost.push(`${text} → ${found?.label}${found?.isApproximate ? " ~" : ""}`);
      }
    }
    if (process.env.SHOW)
      console.info(`${all} ${expected} wrong ${wrong.length} lost ${lost.length}\n${lost.join("\n")}`);
    expect(wrong, `ADDRESS_SEED=${SEED}`).toEqual([]);
    expect(lost.length, lost.join("\n")).toBeLessThanOrEqual(Math.ceil(expected * 0.03));
  });
});
