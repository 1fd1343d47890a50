// Without 0, 1, i, l, o and u, which are easy to misread.
const ALPHABET = "23456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 10;

/** Returns an identifier such as `web-7kq2m4xr9b`; also runs in browsers. */
export function generateExternalOrderId(): string {
  const drawn = crypto.getRandomValues(new Uint32Array(LENGTH));
  return `web-${[...drawn].map((value) => ALPHABET.charAt(value % ALPHABET.length)).join("")}`;
}

const GENERATED = new RegExp(`^web-[${ALPHABET}]{${LENGTH}}$`);

/** Returns the identifier if the shop chose it, null if `generateExternalOrderId` made it. */
export function findOwnId(externalOrderId: string): string | null {
  return GENERATED.test(externalOrderId) ? null : externalOrderId;
}
