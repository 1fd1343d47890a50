// No 0, 1, i, l, o or u: an identifier is read aloud and typed.
const ALPHABET = "23456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 10;

/** A new identifier such as `web-7kq2m4xr9b` for a delivery that a person orders; works in browsers too. */
export function generateExternalOrderId(): string {
  const drawn = crypto.getRandomValues(new Uint32Array(LENGTH));
  return `web-${[...drawn].map((value) => ALPHABET.charAt(value % ALPHABET.length)).join("")}`;
}
