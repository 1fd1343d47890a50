import { timingSafeEqual } from "node:crypto";

/** Compares in a time that depends only on the length. */
export function isEqualSecret(given: string | Uint8Array, wanted: string | Uint8Array): boolean {
  const [one, other] = [Buffer.from(given as string), Buffer.from(wanted as string)];
  return one.length === other.length && timingSafeEqual(one, other);
}
