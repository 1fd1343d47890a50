import fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

const fromCode = (code: number): string =>
  String.fromCodePoint(code < FIRST_SURROGATE ? code : code + SURROGATES);

/**
 * ASCII, the alphabets of Europe and the Middle East, and any other character, in equal parts. fast-check's unit "binary"
 * lists all characters first, which takes a second.
 */
export const anyCharacter = fc
  .oneof(...[0x7f, 0x7ff, 0x10ffff - SURROGATES].map((max) => fc.integer({ min: 0, max })))
  .map(fromCode);

/** Any Unicode text. */
export const anyText = (constraints: fc.StringConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: anyCharacter });
