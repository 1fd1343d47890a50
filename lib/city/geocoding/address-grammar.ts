import { type AddressRole, findRoles, isStreetKind, plainWord } from "@/lib/city/geocoding/address-words";
import { normalizeToken } from "@/lib/locale/fold";

export type DoorText = Readonly<Record<"apartment" | "entrance" | "floor" | "intercom", string>>;

export interface AddressText extends DoorText {
  readonly query: string;
  readonly instructions: string;
}

export interface HouseNumber {
  /** Such as `12`, `12a`, `12/3`, `12k2`, `6-8s1`: the forms of `12А`, `12 корп. 2` and `6-8 стр. 1`. */
  readonly key: string;
  readonly number: number;
}

export interface HouseMatch extends HouseNumber {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether a word such as «дом» announces it. */
  readonly isLabeled: boolean;
}

/** At least 9 digits, so that house, flat and postal codes do not match. */
export const PHONE =
  /(?:(?:тел(?:ефон)?|моб(?:ильный)?|phone|mobile|tel|cell|whatsapp|вотсап)\.?\s*:?\s*)?((?<![\p{L}\p{N}])(?:\+?\d|\(\d)(?:[^\S\n]?[().-]?[^\S\n]?\d){8,14})(?![\p{L}\p{N}])/iu;

/** A phone number in an address begins as numbers for dialing do; other digits may be a street, a house and a flat. */
const DIALED = /^(?:\+|\(|0|8|7)|^\D*(?:тел|моб|phone|mobile|tel|cell|whatsapp|вотсап)/iu;

const POSTAL_CODES: readonly RegExp[] = [
  /(?<!\p{L})(?:cod(?:ul)?\s+po[sșş]tal|zip(?:\s+code)?|индекс)\s*:?\s*(?:\p{Lu}{1,3}[-\s]?)?\d{4,6}(?!\d)/giu,
  /(?<![\p{L}\p{N}])\p{Lu}{1,3}[-\s]?\d{4,6}(?![\p{L}\p{N}/])/gu, // MD-2001, FL-9490
  /(?<![\p{L}\p{N}])\d{4}-\d{3}(?![\p{L}\p{N}/])/gu, // 4000-123
  /(?<![\p{L}\p{N}])\d{5,6}(?![\p{L}\p{N}/])/gu, // 101000
  /(?<=^\s*|[,;]\s*)[1-9]\d{3}(?=\s+\p{L}{3,})/gu, // 9490 Vaduz
  /(?<=^\s*)[1-9]\d{3}(?=\s*,.*\d)/gu, // 2001, Chișinău
  /(?<=\d.*,\s*)[1-9]\d{3}(?=\s*$)/gu, // …, 2001
];

interface Token {
  readonly kind: "number" | "word" | "sign";
  readonly text: string;
  /** Spelled as `plainWord` returns it. */
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN = /\d+|[\p{L}\p{M}]+(?:['’ʼ`-][\p{L}\p{M}]+)*|[^\s\p{L}\p{M}\d]/gu;
const MAX_HOUSE_DIGITS = 4;
const MAX_DOOR_DIGITS = 5;

function tokenize(text: string): Token[] {
  return [...text.matchAll(TOKEN)].flatMap(({ 0: found, index }) => {
    const kind = /\d/.test(found) ? "number" : /\p{L}/u.test(found) ? "word" : "sign";
    const at = kind === "word" ? findJoint(found, /\d/.test(text[index - 1] ?? "")) : 0;
    const parts = at === 0 ? [found] : [found.slice(0, at), found.slice(at)];
    return parts.map((part, position) => {
      const start = index + (position === 0 ? 0 : at);
      return { kind, text: part, plain: plainWord(part), start, end: start + part.length } as const;
    });
  });
}

/** Where a word ends to which another one was joined, as in «литБ» and «24акв.5»; 0 if there is only one. */
function findJoint(word: string, isAfterNumber: boolean): number {
  if (isAfterNumber && findRoles(plainWord(word)).size === 0) {
    const rest = findRoles(plainWord(word.slice(1)));
    if (FIELDS.some((field) => rest.has(field)) || rest.has("room")) return 1;
  }
  const isOne = findRoles(plainWord(word)).size > 0 || !findRoles(plainWord(word.slice(0, -1))).has("letter");
  return isOne ? 0 : word.length - 1;
}

/** Reads the tokens of a text from a position. A method that finds nothing returns null or the position it got. */
class TokenReader {
  readonly text: string;
  readonly tokens: readonly Token[];

  constructor(text: string) {
    this.text = text;
    this.tokens = tokenize(text);
  }

  isNumber(at: number): boolean {
    return this.tokens[at]?.kind === "number";
  }

  isSign(at: number, signs: string): boolean {
    const token = this.tokens[at];
    return token?.kind === "sign" && signs.includes(token.text);
  }

  isSeparator(at: number): boolean {
    return this.tokens[at] === undefined || this.isSign(at, ",;()");
  }

  hasRole(at: number, ...roles: readonly AddressRole[]): boolean {
    const token = this.tokens[at];
    if (token === undefined || token.kind === "number") return false;
    const own = findRoles(token.plain);
    return roles.some((role) => own.has(role));
  }

  isLetter(at: number): boolean {
    const token = this.tokens[at];
    return token?.kind === "word" && [...token.text].length === 1;
  }

  isGlued(at: number): boolean {
    return at > 0 && this.tokens[at]?.start === this.tokens[at - 1]?.end;
  }

  /** The position after dots, colons, dashes and the words for "number" that follow a label. */
  afterLabel(at: number): number {
    let next = at;
    for (;;) {
      if (this.isSign(next, ".:№#-–—")) next += 1;
      else if (["nr", "no", "номер"].includes(this.tokens[next]?.plain ?? "")) next += 1;
      else return next;
    }
  }

  slice(from: number, to: number): string {
    return this.text.slice(this.tokens[from]?.start ?? 0, this.tokens[to - 1]?.end ?? 0);
  }
}

// House numbers

interface ReadHouse {
  readonly key: string;
  /** The position after its last token. */
  readonly next: number;
}

const PARTS: readonly (readonly [AddressRole, string])[] = [
  ["block", "k"],
  ["structure", "s"],
  ["facility", "soor"],
  ["letter", "lit"],
];
/** These parts may have a letter instead of a number: «корпус Б». */
const LETTERED = /^(?:корп|korp|corp|лит|lit|blo)|^bl$/u;

/**
 * The house number that begins at a number, in full and, if spaces or commas separate its parts, as far as the first
 * of them: «12 А. Пушкина» and `22 str. 31 August` may go on with the street.
 */
function readHouse(reader: TokenReader, at: number): ReadHouse[] {
  const { tokens } = reader;
  let key = tokens[at]?.text ?? "";
  let next = at + 1;
  const readings: ReadHouse[] = [];
  const extend = (added: string, to: number, isApart: boolean) => {
    if (isApart && readings.length === 0) readings.push({ key, next });
    key += added;
    next = to;
  };
  while (reader.isSign(next, "-–—") && isHousePart(reader, next + 1)) {
    extend(`-${tokens[next + 1]?.text}`, next + 2, false);
  }
  const letter = readLetter(reader, next);
  if (letter !== null) extend(letter.key, letter.next, letter.isApart);
  while (reader.isSign(next, "/\\")) {
    const after = readFraction(reader, next + 1);
    if (after === null) break;
    extend(after.key, after.next, false);
  }
  for (let part = readPart(reader, next); part !== null; part = readPart(reader, next)) {
    extend(part.key, part.next, part.isApart);
  }
  return [{ key, next }, ...readings];
}

const isHousePart = (reader: TokenReader, at: number): boolean =>
  reader.isNumber(at) && (reader.tokens[at]?.text.length ?? 0) <= MAX_HOUSE_DIGITS;

type ReadPart = ReadHouse & { readonly isApart: boolean };

/** 12А, 12-а, 12 А, 12 "А"; not the letter of «12 к 1» or «12 А. Пушкина». */
function readLetter(reader: TokenReader, at: number): ReadPart | null {
  const isDashed = reader.isSign(at, "-–—");
  const isQuoted = reader.isSign(isDashed ? at + 1 : at, "\"'«“");
  const place = at + Number(isDashed) + Number(isQuoted);
  if (!reader.isLetter(place)) return null;
  const closed = reader.isSign(place + 1, "\"'»”") ? place + 2 : place + 1;
  const isApart = !isDashed && !isQuoted && !reader.isGlued(place);
  if (!isQuoted && hasNumberAfter(reader, place)) {
    const isOwn = reader.isGlued(place) && !reader.isGlued(place + 1);
    if (!isOwn || reader.hasRole(place, "block", "structure", "entrance", "floor")) return null;
  } else if (!isQuoted && reader.isSign(place + 1, ".")) return null;
  if (isApart && reader.hasRole(place, "modifier") && reader.tokens[place + 1]?.kind === "word") return null;
  return { key: toKeyLetter(reader.tokens[place]?.text ?? ""), next: closed, isApart };
}

const hasNumberAfter = (reader: TokenReader, at: number): boolean =>
  reader.isNumber(at + 1) || (reader.isSign(at + 1, ".") && reader.isNumber(at + 2));

/** The part after a slash: 3, 3А, 9-11, А. */
function readFraction(reader: TokenReader, at: number): ReadHouse | null {
  if (reader.isLetter(at)) {
    if (reader.isNumber(at + 1)) return null;
    return { key: toKeyLetter(reader.tokens[at]?.text ?? ""), next: at + 1 };
  }
  if (!isHousePart(reader, at)) return null;
  let key = `/${reader.tokens[at]?.text}`;
  let next = at + 1;
  if (reader.isSign(next, "-–") && reader.isGlued(next + 1) && isHousePart(reader, next + 1)) {
    key += `-${reader.tokens[next + 1]?.text}`;
    next += 2;
  }
  const letter = readLetter(reader, next);
  return letter === null || (letter.isApart && isPartLetter(reader, letter.next - 1))
    ? { key, next }
    : { key: key + letter.key, next: letter.next };
}

const isPartLetter = (reader: TokenReader, at: number): boolean =>
  reader.hasRole(at, "block", "structure") && !reader.isSeparator(at + 1);

/** «корп. 2», «, к. 2», «к2», «стр. 1А», «лит Б»; a single letter that touches its number is a part as well: `3R1`. */
function readPart(reader: TokenReader, at: number): ReadPart | null {
  let place = at;
  while (reader.isSign(place, ",/")) place += 1;
  const word = reader.tokens[place];
  if (word?.kind !== "word") return null;
  const isApart = place > at ? reader.isSign(at, ",") : !reader.isGlued(place);
  const known = PARTS.find(([role]) => reader.hasRole(place, role));
  const value = reader.afterLabel(place + 1);
  if (known !== undefined && isPartNumber(reader, value)) {
    const read = readPartNumber(reader, value);
    return { key: known[1] + read.key, next: read.next, isApart };
  }
  if (known !== undefined && LETTERED.test(word.plain) && reader.isLetter(value)) {
    if (reader.isNumber(value + 1) && reader.isGlued(value + 1)) {
      const read = readPartNumber(reader, value + 1); // Bl. K3
      const letter = toKeyLetter(reader.tokens[value]?.text ?? "");
      return { key: known[1] + letter + read.key, next: read.next, isApart };
    }
    if (!reader.isSign(value + 1, "."))
      return { key: known[1] + toKeyLetter(reader.tokens[value]?.text ?? ""), next: value + 1, isApart };
  }
  const isOwnLetter = reader.isLetter(place) && reader.isGlued(place + 1) && isPartNumber(reader, place + 1);
  if (!isOwnLetter || place > at + 1 || reader.isSign(at, ",")) return null;
  if (!reader.isGlued(place) && reader.hasRole(place, "entrance", "floor", "house")) return null;
  const read = readPartNumber(reader, place + 1);
  return { key: toKeyLetter(word.text) + read.key, next: read.next, isApart };
}

const isPartNumber = (reader: TokenReader, at: number): boolean =>
  reader.isNumber(at) && (reader.tokens[at]?.text.length ?? 0) <= 3;

function readPartNumber(reader: TokenReader, at: number): ReadHouse {
  let key = reader.tokens[at]?.text ?? "";
  let next = at + 1;
  while (reader.isSign(next, "-/") && reader.isGlued(next) && isPartNumber(reader, next + 1)) {
    key += `${reader.tokens[next]?.text}${reader.tokens[next + 1]?.text}`;
    next += 2;
  }
  const isOwnLetter =
    reader.isLetter(next) &&
    !reader.isNumber(reader.afterLabel(next + 1)) &&
    !reader.isSign(next + 1, ".") &&
    (reader.isGlued(next) || !reader.hasRole(next, "modifier", "apartment", "room", "settlement"));
  if (isOwnLetter) {
    key += toKeyLetter(reader.tokens[next]?.text ?? "");
    next += 1;
  }
  return { key, next };
}

/** Keeps silent letters such as ъ, since they distinguish houses. */
const toKeyLetter = (letter: string): string => normalizeToken(letter) || letter.toLowerCase();

/** The house numbers that a text may contain. One with a separated suffix is returned with and without it. */
export function findHouses(text: string): HouseMatch[] {
  const reader = new TokenReader(text.normalize("NFC"));
  const found: HouseMatch[] = [];
  for (let at = 0; at < reader.tokens.length; at += 1) {
    if (!isHousePart(reader, at) || reader.isSign(at - 1, "/\\")) continue;
    const [whole, ...shorter] = readHouse(reader, at);
    if (whole === undefined) continue;
    const label = findLabel(reader, at);
    const first = label?.first ?? at;
    for (const { key, next } of [whole, ...shorter]) {
      found.push({
        key: (label?.key ?? "") + key,
        number: Number.parseInt(reader.tokens[at]?.text ?? "", 10),
        start: reader.tokens[first]?.start ?? 0,
        end: reader.tokens[next - 1]?.end ?? 0,
        text: reader.slice(first, next),
        isLabeled: label?.isHouse ?? false,
      });
    }
    at = whole.next - 1;
  }
  return found;
}

interface Label {
  /** The position where the text of the house number begins. */
  readonly first: number;
  readonly key: string;
  readonly isHouse: boolean;
}

/** «дом», «вл», №; or the letter or part that a number begins with, as in «к1144» and «корпус 1144». */
function findLabel(reader: TokenReader, at: number): Label | null {
  let before = at - 1;
  while (before >= 0 && reader.isSign(before, ".:№#")) before -= 1;
  const isSigned = reader.isSign(at - 1, "№#");
  if (reader.hasRole(before, "house", "building")) {
    const isPart = reader.hasRole(before, "building");
    return { first: isPart ? before : at, key: "", isHouse: true };
  }
  if (isSigned) return { first: at, key: "", isHouse: true };
  const isGluedLetter = before === at - 1 && reader.isLetter(before) && reader.isGlued(at);
  const isOwnWord = !reader.isGlued(before) || before === 0;
  if (!isOwnWord) return null;
  const part = PARTS.find(([role]) => reader.hasRole(before, role) && role === "block");
  if (part !== undefined && !reader.isNumber(before - 1)) {
    return { first: before, key: part[1], isHouse: false };
  }
  if (!isGluedLetter) return null;
  const letter = toKeyLetter(reader.tokens[before]?.text ?? "");
  return { first: before, key: letter, isHouse: false };
}

/** Without a flat, an office or a shop's name; null if there is no house number. */
export function parseHouseNumber(written: string): (HouseNumber & { readonly text: string }) | null {
  const [first] = findHouses(written);
  if (first === undefined) return null;
  return { key: first.key, number: first.number, text: first.text.trim() };
}

/** Ignores numbers in the street's name; empty if there is no house number. */
export function readTypedBuilding(text: string, street = ""): string {
  const ofStreet = new Set(tokenize(street).map(({ plain }) => plain));
  const houses = findHouses(text).filter(({ text: house }) => !ofStreet.has(plainWord(house)));
  const reader = new TokenReader(text);
  const isAfterName = ({ start }: HouseMatch) =>
    reader.tokens.some(
      ({ kind, plain, end }) =>
        kind === "word" && end <= start && !isStreetKind(plain) && findRoles(plain).size === 0,
    );
  const isUsual = ({ number }: HouseMatch) => number < MIN_UNUSUAL;
  const likely =
    houses.find(({ isLabeled }) => isLabeled) ??
    houses.find((house) => isAfterName(house) && isUsual(house)) ??
    houses.find(isAfterName) ??
    houses[0];
  return likely?.text ?? "";
}

/** Such a number is rather a year in a street's name or a postal code. */
const MIN_UNUSUAL = 1_000;

// The door

/** These words mean a part of the door only before a number; otherwise they are a name or another word. */
const SHORT = /^(?:\p{L}{1,2}|под|пар|код|cod|code|top|shop|loja|piso|sala)$/u;
const INTERCOM_CODE = /^[\s.:№#-]*([\p{L}\p{N}#*]*\d[\p{L}\p{N}#*]*)(?![\p{L}\p{N}])/u;
const MAX_CODE = 16;
const INTERCOM_WORDS = new Set(
  "домофона двери подъезда калитки от на interfon interfonului door gate code intercom".split(" "),
);
const FIELDS = ["apartment", "entrance", "floor"] as const;
/** Stops of a note by a locality; «с», «п» and «д» are too short to tell. */
const TOWN_MARKS = /^(?:г|гор|город|пос|поселок|село|дер|деревня|mun|municipiul|or|oras|orasul|sat|satul)$/u;

interface Cut {
  readonly from: number;
  readonly to: number;
}

/** The time to read a text grows with its square. */
const MAX_ADDRESS_LENGTH = 400;

/**
 * Splits an address such as `22 Pushkin St, apt 14, entrance 2, floor 3`; the rest goes to the instructions, as does what
 * follows the first 400 characters.
 */
export function readAddressText(text: string): AddressText {
  const whole = clean(text);
  const end = findAddressEnd(whole);
  const reader = new DoorReader(whole.slice(0, end));
  reader.read();
  const read = reader.toAddressText();
  const rest = whole.slice(end).trim();
  return rest === "" ? read : { ...read, instructions: [read.instructions, rest].filter(Boolean).join(", ") };
}

/** The end of the last word that fits. */
function findAddressEnd(text: string): number {
  if (text.length <= MAX_ADDRESS_LENGTH) return text.length;
  const space = text.lastIndexOf(" ", MAX_ADDRESS_LENGTH);
  return space > 0 ? space : MAX_ADDRESS_LENGTH;
}

/** «ТВЕРСКАЯул», as accounting programs write it. */
const JOINED_KIND = /(?<=\p{Lu}{2})(?=(?:ул|пер|пр|пр-кт|пр-д|ш|наб|б-р|пл)(?![\p{L}-]))/gu;

/** Spaces and dashes of one kind; no invisible characters. */
function clean(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[\n\r\t|]+/g, ", ")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/[‐‑]/g, "-")
    .replaceAll(JOINED_KIND, " ")
    .replaceAll(/[Nn][°º](?=\s?\d)/g, "№");
}

class DoorReader extends TokenReader {
  readonly #door = { apartment: "", entrance: "", floor: "", intercom: "" };
  readonly #cuts: Cut[] = [];
  readonly #notes: { readonly at: number; readonly text: string }[] = [];
  #hasDoor = false;
  /** The number of the last house, and the position after it. */
  #house = 0;
  #houseEnd = 0;

  read(): void {
    const phone = PHONE.exec(this.text);
    const phoneFrom = phone !== null && DIALED.test(phone[0]) ? phone.index : -1;
    const phoneTo = phoneFrom === -1 ? -1 : phoneFrom + (phone?.[0].length ?? 0);
    if (phoneFrom !== -1) this.#note(phoneFrom, phoneTo);
    for (let at = 0; at < this.tokens.length; ) {
      const token = this.tokens[at];
      const isOfPhone = token !== undefined && token.start >= phoneFrom && token.start < phoneTo;
      at = isOfPhone ? at + 1 : (this.#readNumber(at) ?? this.#readLabel(at) ?? this.#readNote(at) ?? at + 1);
    }
  }

  toAddressText(): AddressText {
    const cuts = this.#cuts.toSorted((a, b) => a.from - b.from);
    const pieces: { text: string; at: number }[] = [];
    let from = 0;
    for (const cut of [...cuts, { from: this.text.length, to: this.text.length }]) {
      pieces.push({ text: this.text.slice(from, cut.from), at: from });
      from = Math.max(from, cut.to);
    }
    const firstHouse = Math.min(...findHouses(pieces[0]?.text ?? "").map(({ start }) => start));
    const notes = [...this.#notes];
    for (const piece of pieces.slice(1)) {
      // What follows the door may be a note or a town. The search has to see it, and the courier too.
      for (const part of piece.text.split(/[,;()]/)) {
        if (firstHouse < piece.at && isUnknown(part)) notes.push({ at: piece.at, text: tidy(part) });
      }
    }
    notes.sort((a, b) => a.at - b.at);
    return {
      query: tidy(
        pieces
          .map(({ text }) => tidy(text))
          .filter((text) => text !== "")
          .join(", "),
      ),
      ...this.#door,
      instructions: notes
        .map(({ text }) => text)
        .filter((text) => text !== "")
        .join(", "),
    };
  }

  /** A house number, or a number before its word: «2-й подъезд», `3rd floor`, «3 этаж». */
  #readNumber(at: number): number | null {
    if (!this.isNumber(at)) return null;
    const ordinal = this.#afterOrdinal(at);
    const label = ordinal ?? at + 1;
    const isHouse = findLabel(this, at)?.isHouse === true;
    const isOfDoor = this.hasRole(label, ...FIELDS) && (ordinal !== null || this.#isBeforeLabel(at));
    if (isOfDoor && !isHouse) {
      const field = FIELDS.find((one) => this.hasRole(label, one));
      const value = this.tokens[at]?.text ?? "";
      if (field !== undefined && this.#door[field] === "" && value.length <= MAX_DOOR_DIGITS) {
        this.#door[field] = value;
        return this.#cut(at, this.isSign(label + 1, ".") ? label + 2 : label + 1);
      }
    }
    if (ordinal !== null) return ordinal;
    // «2 звонка»
    if (this.#hasHouse && this.hasRole(at + 1, "call")) return this.#readNote(at + 1, at);
    if (!isHousePart(this, at)) return at + 1;
    this.#house = Number(this.tokens[at]?.text);
    this.#houseEnd = readHouse(this, at)[0]?.next ?? at + 1;
    return this.#houseEnd;
  }

  get #hasHouse(): boolean {
    return this.#houseEnd > 0;
  }

  /** The position after the ending of an ordinal number, as in «2-й», «3я», `3rd`; null for another number. */
  #afterOrdinal(at: number): number | null {
    const place = this.isSign(at + 1, "-") ? at + 2 : at + 1;
    const ending = this.tokens[place];
    if (!this.isGlued(place) || ending === undefined) return null;
    return /^(?:[йяеи]|[ыоа][йия]|го|му|st|nd|rd|th)$/u.test(ending.plain) ? place + 1 : null;
  }

  /**
   * Whether a number belongs to the word after it. In «33 п.2 эт.3 кв.15» words come before numbers, in «33, 2 подъезд
   * 3 этаж» after them: the end of such a row tells.
   */
  #isBeforeLabel(at: number): boolean {
    let place = at;
    while (this.isNumber(place) && this.hasRole(place + 1, ...FIELDS)) {
      place = this.isSign(place + 2, ".") ? place + 3 : place + 2;
    }
    if (place === at || this.isNumber(this.afterLabel(place))) return false;
    return this.#hasHouse || this.tokens.slice(place).some(({ kind }) => kind === "number");
  }

  /** A word or sign that announces a part of the door. */
  #readLabel(at: number): number | null {
    const { plain = "" } = this.tokens[at] ?? {};
    if (this.isSign(at, "№#")) return this.#readSign(at);
    if (this.hasRole(at, "intercom")) return this.#readIntercom(at);
    if (!this.hasRole(at, ...FIELDS, "room")) return null;
    // «к. 2» is a room only after a flat; otherwise it is a block.
    if (this.hasRole(at, "block") && !this.#hasDoor) return null;
    const value = this.afterLabel(at + 1);
    const next = this.#afterValue(value, !SHORT.test(plain) || this.#hasHouse);
    if (next === null) return null;
    const written = this.slice(value, next);
    const field = FIELDS.find((one) => this.hasRole(at, one));
    if (field !== undefined && this.#door[field] === "" && /^\d{1,5}$/.test(written)) {
      this.#door[field] = written;
      return this.#cut(at, next);
    }
    this.#noteTokens(at, next);
    return next;
  }

  /** The sign after a house number announces a flat: «33 №2», «33 #2». */
  #readSign(at: number): number | null {
    const isAfterHouse = at === this.#houseEnd && at > 0 && this.#house < MIN_UNUSUAL;
    // «мкр 8 №5»
    const isNamed = isStreetKind(this.tokens[at - 2]?.plain ?? "") && this.isSeparator(at - 3);
    if (!isAfterHouse || isNamed || !this.isNumber(at + 1)) return null;
    const next = this.#afterValue(at + 1, false);
    if (next === null) return null;
    const written = this.slice(at + 1, next);
    if (this.#door.apartment === "" && /^\d{1,5}$/.test(written)) {
      this.#door.apartment = written;
      return this.#cut(at, next);
    }
    this.#noteTokens(at, next);
    return next;
  }

  #readIntercom(at: number): number | null {
    let next = at + 1;
    while (INTERCOM_WORDS.has(this.tokens[next]?.plain ?? "")) next += 1;
    const first = ["door", "gate"].includes(this.tokens[at - 1]?.plain ?? "") ? at - 1 : at;
    const end = this.tokens[next - 1]?.end ?? 0;
    const [found, code = ""] = INTERCOM_CODE.exec(this.text.slice(end)) ?? [];
    if (found === undefined) return null;
    while ((this.tokens[next]?.start ?? Infinity) < end + found.length) next += 1;
    if (this.#door.intercom === "" && code.length <= MAX_CODE) {
      this.#door.intercom = code;
      return this.#cut(first, next);
    }
    this.#noteTokens(first, next);
    return next;
  }

  /** The position after `12`, `12А`, `12/1`, or a lone letter or Roman number if `mayBeLetter`. */
  #afterValue(at: number, mayBeLetter: boolean): number | null {
    if (!this.isNumber(at)) {
      const word = this.tokens[at];
      const isLetter = word?.kind === "word" && (this.isLetter(at) || /^[IVX]+$/.test(word.text));
      return mayBeLetter && isLetter && !this.isNumber(this.afterLabel(at + 1)) ? at + 1 : null;
    }
    let next = at + 1;
    while (
      this.isGlued(next) &&
      ((this.isSign(next, "-/\\") &&
        this.isGlued(next + 1) &&
        (this.isNumber(next + 1) || this.isLetter(next + 1))) ||
        (this.isNumber(next) && this.isSign(next - 1, "-/\\")) ||
        (this.isLetter(next) && !this.isNumber(this.afterLabel(next + 1))))
    ) {
      next += 1;
    }
    // «кв. 12 А»
    const isLetterApart =
      next === at + 1 && this.isLetter(next) && /\p{Lu}/u.test(this.tokens[next]?.text ?? "");
    return isLetterApart && this.isSeparator(next + 1) ? next + 1 : next;
  }

  /** «вход со двора», «позвонить за час», «домофон не работает»: to the end of the part, unless an address goes on. */
  #readNote(at: number, from = at): number | null {
    const token = this.tokens[at];
    const isUseless = this.hasRole(at, ...FIELDS, "room", "intercom") && !SHORT.test(token?.plain ?? "");
    if (!this.hasRole(at, "comment", "call") && !isUseless) return null;
    let first = from;
    while (this.hasRole(first - 1, "modifier")) first -= 1;
    const isOwnPart = this.isSeparator(first - 1) || first === 0;
    if (!this.#hasHouse && !(isOwnPart && this.#isPlainPart(first))) return null;
    const isCall = this.hasRole(at, "call");
    let next = at + 1;
    // «позвонить Марии»
    if (isCall && !this.isSeparator(next)) next += 1;
    const isBracketed = this.isSign(first - 1, "(");
    const isEnd = (place: number) =>
      isBracketed && this.isSign(place, ",;") ? false : this.isSeparator(place);
    while (!isEnd(next) && !this.#isAddressAgain(next, isBracketed ? null : (token?.text ?? ""))) next += 1;
    this.#noteTokens(first, next);
    return next;
  }

  /** `first` begins the note; a capitalized word after it is a name, unless it is null. */
  #isAddressAgain(at: number, first: string | null): boolean {
    const { plain = "", text = "", kind } = this.tokens[at] ?? {};
    if (kind !== "word") return false;
    if (isStreetKind(plain) || TOWN_MARKS.test(plain)) return true;
    if (this.hasRole(at, ...FIELDS, "house") && this.isNumber(this.afterLabel(at + 1))) return true;
    return first !== null && /^\p{Lu}/u.test(text) && !/\p{Lu}$/u.test(first);
  }

  /** Whether a part of the text has neither a number nor the type of a street. */
  #isPlainPart(at: number): boolean {
    for (let place = at; !this.isSeparator(place); place += 1) {
      if (this.isNumber(place) || isStreetKind(this.tokens[place]?.plain ?? "")) return false;
    }
    return true;
  }

  #noteTokens(from: number, to: number): void {
    this.#note(this.tokens[from]?.start ?? 0, this.tokens[to - 1]?.end ?? 0);
  }

  #note(from: number, to: number): void {
    this.#notes.push({ at: from, text: tidy(this.text.slice(from, to)) });
    this.#cuts.push({ from, to });
    this.#hasDoor = true;
  }

  #cut(from: number, to: number): number {
    this.#cuts.push({ from: this.tokens[from]?.start ?? 0, to: this.tokens[to - 1]?.end ?? 0 });
    this.#hasDoor = true;
    return to;
  }
}

/** Whether a part is neither an address nor empty: it has no number and no type of a street or town. */
function isUnknown(part: string): boolean {
  const tokens = tokenize(part);
  const isOfAddress = ({ kind, plain }: Token) =>
    kind === "number" ||
    isStreetKind(plain) ||
    ["settlement", "region"].some((role) => findRoles(plain).has(role as AddressRole));
  return tokens.some(({ kind }) => kind === "word") && !tokens.some(isOfAddress);
}

/** Removes postal codes, which no street and no house has. */
export function withoutPostalCodes(text: string): string {
  const parts = POSTAL_CODES.reduce((rest, code) => rest.replaceAll(code, " "), text).split(",");
  const hasKind = (part: string): boolean => tokenize(part).some(({ plain }) => isStreetKind(plain));
  const hasStreet = parts.some((part) => /\d/.test(part) && hasKind(part));
  if (!hasStreet) return parts.join(",");
  // «…, Chișinău 2012»
  return parts
    .map((part) => (hasKind(part) ? part : part.replace(/(?<=^[\p{L}\s-]+\s)[1-9]\d{3}\s*$/u, "")))
    .join(",");
}

function tidy(part: string): string {
  return part
    .replaceAll(/[()]/g, ", ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?:\s*[,;]\s*)+/g, ", ")
    .replaceAll(/^[\s,;.]+|[\s,;]+$/g, "");
}
