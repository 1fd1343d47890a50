import { FEWEST_DIGITS, nationalDigits } from "@/lib/national-digits";

/** The possible meanings of a typed text; null for each it cannot have. */
export interface OrderSearch {
  /** The beginning of an external_order_id, as typed. */
  readonly externalOrderId: string;
  readonly orderCode: string | null;
  /** The beginning of `phoneKey`. */
  readonly phone: string | null;
  /** The beginning of `streetKey`. */
  readonly street: string | null;
}

// An index entry has room for 2,700 bytes, and a street may be a text of any length. Both count characters: the
// database refuses half of a surrogate pair.
const LONGEST_KEY = 100;
const LONGEST_SEARCH = 128;
const FEWEST_LETTERS = 2;

// Words that name a kind of street or building, not which one; written in full, shortened or left out.
const STREET_WORDS = new Set(
  [
    "улица ул проспект просп пр-т пр-кт пр переулок пер набережная наб шоссе ш бульвар бул б-р площадь пл",
    "проезд пр-д тупик туп реки канала имени им дом д",
    "street st avenue ave road rd lane ln square sq embankment emb prospekt pr",
  ].flatMap((words) => words.split(" ")),
);

/**
 * The search key of a street and a building: lower case, without punctuation or words for kinds of street, so that `ул.
 * Марата, 30`, `улица Марата 30` and `Марата 30` are the same.
 */
export function streetKey(street: string, building = ""): string {
  const key = `${street} ${building}`
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("ё", "е")
    .split(/[^\p{L}\p{N}/-]+/u)
    .filter((word) => word !== "" && word !== "-" && !STREET_WORDS.has(word))
    .join(" ");
  return firstCharacters(key, LONGEST_KEY);
}

/** The last ten digits of a phone number, reversed, since people remember how a number ends. */
export function phoneKey(value: string): string {
  return [...nationalDigits(value)].reverse().join("");
}

/** Reads a search; null when it is empty. */
export function parseSearch(text: string): OrderSearch | null {
  const trimmed = firstCharacters(text.trim(), LONGEST_SEARCH);
  if (trimmed === "") return null;
  const code = /^([0-9a-z]{4})[- ]?([0-9a-z]{4})$/i.exec(trimmed);
  const isNumber =
    /^[+(\d][\d\s().\p{Pd}]*$/u.test(trimmed) && nationalDigits(trimmed).length >= FEWEST_DIGITS;
  const street = streetKey(trimmed);
  const letters = street.replace(/[^\p{L}]/gu, "").length;
  return {
    externalOrderId: trimmed,
    orderCode: code === null ? null : `${code[1]}-${code[2]}`.toUpperCase(),
    phone: isNumber ? phoneKey(trimmed) : null,
    street: letters >= FEWEST_LETTERS ? street : null,
  };
}

function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : [...text].slice(0, count).join("");
}
