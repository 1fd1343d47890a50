import type { HouseRow } from "@/lib/city/geocoding/city-row";

interface Suffix {
  readonly text: string;
  /** What the suffix adds to the key of the house; a house with it may not exist. */
  readonly part?: string;
}

/** What people write after a house number. */
const SUFFIXES: readonly [Suffix, ...Suffix[]] = [
  { text: "" },
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

type Order = (street: string, house: string) => string;

const ORDERS: readonly [Order, ...Order[]] = [
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

type Town = (text: string, area: string) => string;

const OWN: readonly [Town, ...Town[]] = [
  (text: string, area: string) => `${area}, ${text}`,
  (text: string, area: string) => `г. ${area}, ${text}`,
  (text: string, area: string) => `${text}, ${area}`,
  (text: string, area: string) => `Moldova, ${area}, ${text}`,
  (text: string, area: string) => `${area} г, ${text}`,
  (text: string, area: string) => `mun. ${area}, ${text}, Republica Moldova`,
  (text: string, area: string) => `MD-2001, or. ${area}, ${text}`,
];
const OTHER: readonly [Town, ...Town[]] = [
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

export interface TypedHouse {
  readonly text: string;
  /** The key of the house that the text means; null if it means another town. */
  readonly key: string | null;
  /** Whether the text adds a part that the house of the map may lack, such as «корп. 2». */
  readonly hasPart: boolean;
}

/** Writes a house in this many of the forms that people use, chosen by `random`: suffix, order and town. */
export function writeHouse(
  { label, key }: Pick<HouseRow, "label" | "key">,
  { street, area, count }: { readonly street: string; readonly area: string; readonly count: number },
  random: (below: number) => number,
): TypedHouse[] {
  const choose = <One>(all: readonly [One, ...One[]]): One => all[random(all.length)] ?? all[0];
  return Array.from({ length: count }, () => {
    const { text, part = "" } = choose<Suffix>(SUFFIXES);
    const bare = choose(ORDERS)(street, `${label}${text}`);
    const own = { key: key + part, hasPart: part !== "" };
    const town = choose<"none" | "own" | "other">(["none", "own", "other"]);
    if (town === "none") return { text: bare, ...own };
    if (town === "own" && area !== "") return { text: choose(OWN)(bare, area), ...own };
    // The other town's name may be that of the street.
    if (OTHER_WORDS.test(street)) return { text: bare, ...own };
    return { text: choose(OTHER)(bare, area), key: null, hasPart: own.hasPart };
  });
}

/** Returns a generator of integers from 0 up to a bound, always the same ones for a seed. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
