export type DoorText = Readonly<Record<"apartment" | "entrance" | "floor" | "intercom", string>>;

export interface AddressText extends DoorText {
  readonly query: string;
  readonly instructions: string;
}

// A number not followed by a letter: flat 14А goes to the courier's instructions.
const WHOLE = "(\\d{1,5})(?![\\p{L}\\p{N}/])";
const SIGN = "\\.?\\s*(?:№|no\\.?|nr\\.?|#)?\\s*:?\\s*";
const word = (words: string) => `(?<![\\p{L}\\p{N}])(?:${words})(?!\\p{L})`;

/** An office or similar: it has no field, so it goes to the courier's instructions. */
const OFFICE = new RegExp(
  `${word("офис|оф|помещение|пом|office|oficiul|oficiu|of|suite")}${SIGN}\\d{1,5}\\s?\\p{L}?(?![\\p{L}\\p{N}])`,
  "iu",
);

const named = (words: string, value: string) => new RegExp(`${word(words)}${SIGN}${value}`, "iu");
const numbered = (words: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(\\d{1,3})(?:-?[йяе]|st|nd|rd|th)?\\s${word(words)}`, "iu");

const CODES =
  "код домофона|код двери|код|домофон|door code|intercom code|intercom|code|buzzer|cod interfon|interfon|cod";
const FLATS = "квартира|кв|apartment|apt|flat|apartamentul|apartament|apart|ap";
const ENTRANCES = "подъезд|подьезд|под|парадная|парадное|пар|entrance|entr|scara|sc";
const FIELDS: readonly (readonly [keyof DoorText, RegExp])[] = [
  ["intercom", named(CODES, "([\\p{L}\\p{N}#*]{1,16})(?![\\p{L}\\p{N}])")],
  ["apartment", named(FLATS, WHOLE)],
  ["entrance", named(ENTRANCES, WHOLE)],
  ["floor", named("этаж|эт|floor|fl|etajul|etaj|et", WHOLE)],
  ["entrance", numbered("подъезд|парадная|entrance")],
  ["floor", numbered("этаж|floor")],
];

/** Splits an address such as `22 Pushkin St, apt 14, entrance 2, floor 3`; the rest goes to the instructions. */
export function readAddressText(text: string): AddressText {
  const door = { apartment: "", entrance: "", floor: "", intercom: "" };
  // Removed parts leave a separator that no address contains, so that the text around them is not joined.
  let rest = text.replaceAll(/[\n\r\t|]+/g, ", ");
  for (const [field, pattern] of FIELDS) {
    if (door[field] !== "") continue;
    const found = pattern.exec(rest);
    if (found === null) continue;
    door[field] = found[1] ?? "";
    rest = `${rest.slice(0, found.index)}|${rest.slice(found.index + found[0].length)}`;
  }
  const office = OFFICE.exec(rest);
  if (office !== null)
    rest = `${rest.slice(0, office.index)}|${office[0]}|${rest.slice(office.index + office[0].length)}`;
  const [query = "", ...others] = rest.split("|").map(tidy);
  // An address may begin with the flat.
  const requested = query === "" ? (others.shift() ?? "") : query;
  return { query: requested, ...door, instructions: others.filter((part) => part !== "").join(", ") };
}

function tidy(part: string): string {
  return part
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?:\s*[,;]\s*)+/g, ", ")
    .replaceAll(/^[\s,;.]+|[\s,;]+$/g, "");
}
