/** What a text that staff have typed may mean; null for what it cannot be. */
export interface OrderSearch {
  /** The beginning of an external_order_id, as it was typed. */
  readonly externalOrderId: string;
  readonly orderCode: string | null;
  /** The beginning of `phoneKey`. */
  readonly phone: string | null;
  /** The beginning of `streetKey`. */
  readonly street: string | null;
}

// An index entry has room for 2,700 bytes, and a street may be a text of any length. Both count characters: half of a
// surrogate pair is a text that the database refuses.
const LONGEST_KEY = 100;
const LONGEST_SEARCH = 128;
const FEWEST_DIGITS = 4;
const FEWEST_LETTERS = 2;
// A number is given with its country's code, with 8 in its place, or without either.
const NATIONAL_DIGITS = 10;

// Words that say what a street or a number is and not which one; written in full, shortened or left out.
const STREET_WORDS = new Set(
  [
    "улица ул проспект просп пр-т пр-кт пр переулок пер набережная наб шоссе ш бульвар бул б-р площадь пл",
    "проезд пр-д тупик туп реки канала имени им дом д",
    "street st avenue ave road rd lane ln square sq embankment emb prospekt pr",
  ].flatMap((words) => words.split(" ")),
);

/**
 * A street and a building as they are looked for: in small letters, without punctuation and without the words that
 * say what a street is, so that `ул. Марата, 30`, `улица Марата 30` and `Марата 30` are the same.
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

/** The last ten digits of a phone number from the end, since people remember how a number ends. */
export function phoneKey(value: string): string {
  return [...value.replace(/\D/g, "").slice(-NATIONAL_DIGITS)].reverse().join("");
}

/** Reads a search; null when nothing is looked for. */
export function parseSearch(text: string): OrderSearch | null {
  const trimmed = firstCharacters(text.trim(), LONGEST_SEARCH);
  if (trimmed === "") return null;
  const code = /^([0-9a-z]{4})[- ]?([0-9a-z]{4})$/i.exec(trimmed);
  const digits = trimmed.replace(/\D/g, "");
  const isNumber = /^[+(\d][\d\s().\p{Pd}]*$/u.test(trimmed) && digits.length >= FEWEST_DIGITS;
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
