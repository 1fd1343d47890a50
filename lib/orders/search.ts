import { LRUCache } from "lru-cache";
import { transliterate } from "transliteration";
import { isStopWord, streetWords } from "@/lib/city/geocoding/street-words";
import { normalizeToken, prefixVariants } from "@/lib/locale/fold";
import type { Metadata } from "@/lib/orders/metadata";
import type { Address, Contact } from "@/lib/orders/order";

export interface SearchSubject {
  readonly scope: { readonly accountId: string };
  readonly orderCode: string;
  readonly externalOrderId: string;
}

/** The details that an order is found by. */
export interface SearchedDetails {
  readonly pickup: { readonly contact: Pick<Contact, "name"> };
  readonly dropoffs: readonly {
    readonly address: Pick<Address, "street" | "building">;
    readonly contact: Pick<Contact, "name" | "value">;
    readonly metadata: Metadata;
  }[];
  readonly metadata: Metadata;
}

const LEAST_OF_CODE = 3;
const CODE_LENGTH = 8;
const LEAST_OF_PHONE = 4;
/** Last digits to compare, since a country code may be present, replaced or absent. */
const PHONE_KEY = 8;
const MAX_SEARCH_LENGTH = 128;
/** A PostgreSQL lexeme is limited to 2 KB. */
const MAX_WORD_LENGTH = 60;

/** Short numbers match whole words only, because too many words begin with a given digit. */
const SHORT_NUMBER = /^\d{1,3}$/;

// Digits with phone separators, or letters and digits with joiners.
const TERM =
  /(?<![\p{L}\p{N}])\d[\d\s().\p{Pd}]*\d(?!\p{Pd}?[\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:['’ʼ`/_\p{Pd}][\p{L}\p{M}\p{N}]+)*/gu;

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’ʼ`][\p{L}\p{M}\p{N}]+)*/gu;

const NO_MATCH = "'!'";

/** Builds an order's tsvector: folded identifier, streets, names and metadata, parts of codes and phones, account. */
export function searchWords(name: SearchSubject, { pickup, dropoffs, metadata }: SearchedDetails): string {
  const lexemes = [accountLexeme(name.scope.accountId)];
  let position = 1;
  const add = (words: readonly string[]) => {
    for (const word of words) lexemes.push(`${word}:${position++}`);
    // A position gap separates this text from the next.
    position += 1;
  };
  add(splitWords(name.externalOrderId).map(ofIdentifier));
  add(codePieces(name.orderCode.replaceAll("-", "").toLowerCase()));
  add(splitWords(pickup.contact.name ?? ""));
  for (const value of Object.values(metadata)) add(splitWords(value));
  for (const { address, contact, metadata } of dropoffs) {
    for (const text of [address.street, address.building, contact.name ?? ""]) add(splitWords(text));
    if (/\p{L}/u.test(contact.value)) add(splitWords(contact.value));
    add(phonePieces(contact.value.replaceAll(/\D/g, "")));
    for (const value of Object.values(metadata)) add(splitWords(value));
  }
  return lexemes.join(" ");
}

/** Builds a tsquery for `searchWords`; null when empty. Each word is a prefix. */
export function parseSearch(text: string): string | null {
  const typed = text.trim().slice(0, MAX_SEARCH_LENGTH);
  if (typed === "") return null;
  const terms = [...typed.matchAll(TERM)].map(([term]) => ({ term, words: streetWords(term) }));
  const telling = terms.filter(({ words }) => !words.every((word) => word.kind !== null || isStopWord(word)));
  // «Ул. Марата» may be stored without its street type, which alone is an ordinary word.
  const conditions = (telling.length === 0 ? terms : telling)
    .map(({ term }) => meanings(term))
    .filter((condition) => condition !== "");
  return conditions.length === 0 ? NO_MATCH : conditions.map((one) => `(${one})`).join(" & ");
}

/** Builds a tsquery for orders with a dropoff whose phone has these digits, at least four. */
export const phoneSearch = (digits: string): string => inSequence(phonePieces(digits));

export function scopeToAccount(search: string, accountId: string): string {
  return `'${accountLexeme(accountId)}' & (${search})`;
}

function meanings(term: string): string {
  const chunks = term
    .split(/\s+/)
    .map(splitWords)
    .filter((words) => words.length > 0);
  const begun = chunks.map((words) => `(${beginning(words)} | ${beginning(words, ofIdentifier)})`);
  const bare = term.replaceAll(/[\s().\p{Pd}]/gu, "").toLowerCase();
  const isCode = /^[0-9a-z]+$/.test(bare) && bare.length >= LEAST_OF_CODE && bare.length <= CODE_LENGTH;
  const isPhone = /^\d+$/.test(bare) && bare.length >= LEAST_OF_PHONE;
  const phone = bare.length > PHONE_KEY ? bare.slice(-PHONE_KEY) : bare;
  return [
    begun.join(" & "),
    ...(isCode ? [inSequence(codePieces(bare))] : []),
    ...(isPhone ? [inSequence(phonePieces(phone))] : []),
  ]
    .filter((meaning) => meaning !== "")
    .map((meaning) => `(${meaning})`)
    .join(" | ");
}

function beginning(words: readonly string[], mark = (word: string) => word): string {
  const [last = "", ...before] = words.toReversed();
  const isBegun = !SHORT_NUMBER.test(last);
  const ends = isBegun
    ? [last, ...prefixVariants(last)].map((word) => `'${mark(word)}':*`)
    : [`'${mark(last)}'`];
  return [...before.toReversed().map((word) => `'${mark(word)}'`), `(${ends.join(" | ")})`].join(" <-> ");
}

const splitWords = (text: string): string[] =>
  (text.match(WORD) ?? []).map(getWord).filter((word) => word !== "");

// Cached, because names and streets recur.
const known = new LRUCache<string, string>({ max: 10_000 });

function getWord(written: string): string {
  const found = known.get(written);
  if (found !== undefined) return found;
  const word = normalizeToken(written, transliterate).slice(0, MAX_WORD_LENGTH);
  if (written.length <= MAX_WORD_LENGTH) known.set(written, word);
  return word;
}

const ofIdentifier = (word: string): string => `=${word}`;

const codePieces = (code: string): string[] => splitPieces(code, LEAST_OF_CODE).map((piece) => `#${piece}`);
const phonePieces = (digits: string): string[] =>
  splitPieces(digits, LEAST_OF_PHONE).map((piece) => `+${piece}`);

const splitPieces = (text: string, length: number): string[] =>
  Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));

const inSequence = (pieces: readonly string[]): string => pieces.map((piece) => `'${piece}'`).join(" <-> ");

/** A prefix of the id is selective enough, since the query compares the whole id. */
const accountLexeme = (accountId: string): string => `@${accountId.slice(0, 8)}`;
