import { randomInt } from "node:crypto";

// Without 0, 1, I, L, O and U, which are easy to misread.
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUP_LENGTH = 4;

/** Returns a random code such as `7KQ2-M4XR` of 6.5 × 10¹¹. */
export function generateOrderCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return `${group()}-${group()}`;
}
