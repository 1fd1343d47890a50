import { randomInt } from "node:crypto";

// No 0, 1, I, L, O or U: codes are read aloud and typed.
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUP_LENGTH = 4;

/** A new human-readable order code such as `7KQ2-M4XR`; 6.5 × 10¹¹ of them exist. */
export function generateOrderCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return `${group()}-${group()}`;
}
