import { timingSafeEqual } from "node:crypto";

/** Compares in a time that depends only on the length. */
export function isEqualSecret(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const [left, right] = [Buffer.from(one as string), Buffer.from(other as string)];
  return left.length === right.length && timingSafeEqual(left, right);
}
