import { type AddressText, PHONE, readAddressText } from "@/lib/city/geocoding/address-grammar";

/** A stop parsed from free text, such as a message, a table or an email. */
export interface PastedStop extends AddressText {
  /** As typed; empty if absent. */
  readonly phone: string;
  readonly name: string;
}

const NAMED =
  /(?<!\p{L})(?:получатель|имя|фио|кому|контакт|клиент|для|recipient|name|attn|contact|client|for)\s*[:\-—]?\s+(\p{Lu}[\p{L}'’-]*(?:[^\S\n]+\p{Lu}[\p{L}'’.-]*){0,2})(?!\p{L})/iu;

/** One to three capitalized words, as in a person's name. */
const PERSON = /^\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]*\.?){0,2}$/u;

const PLACE =
  /(?<!\p{L})(?:ул|улица|пр|пр-т|просп|проспект|пер|переулок|бул|бульвар|б-р|ш|шоссе|пл|площадь|наб|набережная|аллея|проезд|тупик|г|город|р-н|район|мкр|микрорайон|обл|область|дом|д|корп|к|street|st|avenue|ave|road|rd|lane|ln|boulevard|blvd|square|sq|str|strada|bd|city)(?!\p{L})/iu;

/** Adjective endings of street names: «Киевская», «Невский», «Садовое». */
const STREET_ENDING = /(?:ская|ский|ское|ской|цкая|цкий|ная|ный|ная|овая|овый|кая|кий)$/iu;

const PARTS = /[\n\r\t|,;]+/;

/** Parses a pasted stop; the text without phone and name goes to `readAddressText`. */
export function readPastedStop(text: string): PastedStop {
  const number = PHONE.exec(text);
  const withoutPhone = number === null ? text : cut(text, number.index, number[0].length);
  const { name, rest } = takeName(withoutPhone, number?.index ?? null);
  return { ...readAddressText(rest), phone: number?.[1]?.trim() ?? "", name };
}

/** Extracts a labeled name, the name adjacent to the phone number, or the first or last part. */
function takeName(text: string, phoneAt: number | null): { name: string; rest: string } {
  const named = NAMED.exec(text);
  if (named?.[1] !== undefined && !isPlace(named[1])) {
    return { name: named[1], rest: cut(text, named.index, named[0].length) };
  }
  const parts = splitParts(text);
  const people = parts.filter(({ said }) => PERSON.test(said) && !isPlace(said));
  // A lone capitalized word may be a city, but next to a phone number it is a person.
  const isNear = ({ at, said }: Part) =>
    phoneAt !== null && Math.abs(phoneAt - (at < phoneAt ? at + said.length : at)) <= NEAR;
  const best = people.find(isNear) ?? people.find(({ said }) => /\s/.test(said));
  if (best === undefined) return { name: "", rest: text };
  return { name: best.said, rest: cut(text, best.at, best.said.length) };
}

// Room for a comma, a space and a word such as «тел.».
const NEAR = 8;

interface Part {
  readonly said: string;
  readonly at: number;
}

function splitParts(text: string): Part[] {
  const found: Part[] = [];
  let from = 0;
  for (const part of text.split(PARTS)) {
    const start = text.indexOf(part, from);
    from = start + part.length;
    const output = part.trim();
    if (output !== "") found.push({ said: output, at: start + part.indexOf(output) });
  }
  return found;
}

const isPlace = (said: string): boolean =>
  PLACE.test(said) || said.split(/\s+/).some((word) => STREET_ENDING.test(word));

function cut(text: string, at: number, length: number): string {
  return `${text.slice(0, at)}\n${text.slice(at + length)}`;
}
