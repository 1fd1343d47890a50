import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import type { AccountScope, Mode } from "@/lib/accounts/scope";

/** A key that was found, with what decides whether its owner may use it. */
export interface KeyWithOwner {
  readonly scope: AccountScope;
  readonly keyId: string;
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly email: string | null;
  readonly isCustomer: boolean;
  readonly disabledAt: Date | null;
  readonly rateLimitPerMinute: number | null;
}

/** The latest call with a key. */
export interface KeyUse {
  readonly at: Date;
  /** Where it came from (`clientAddress`); null where nobody has noted it. */
  readonly network: string | null;
  /** Its method, and its path with parameters in braces. */
  readonly route: string;
}

/** What a list shows of a key's state. */
export type KeyState = "active" | "expiring" | "revoked" | "expired";

const EXPIRING_WITHIN_MS = 7 * 24 * 60 * 60_000;
const UNUSED_AFTER_MS = 30 * 24 * 60 * 60_000;

interface KeyTimes {
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** Whether a key works, and whether it ends within a week. */
export function keyState({ expiresAt, revokedAt }: KeyTimes, now: Date): KeyState {
  if (revokedAt !== null) return "revoked";
  if (expiresAt === null) return "active";
  const leftMs = expiresAt.getTime() - now.getTime();
  if (leftMs <= 0) return "expired";
  return leftMs <= EXPIRING_WITHIN_MS ? "expiring" : "active";
}

/** Whether a key has gone unused for thirty days; a younger one may still await its first use. */
export function isUnused({ createdAt, lastUsedAt }: KeyTimes, now: Date): boolean {
  return now.getTime() - (lastUsedAt ?? createdAt).getTime() >= UNUSED_AFTER_MS;
}

/** Whether the text typed to confirm a revocation names the key: by its name or its last four characters. */
export function namesKey(typed: string, key: { name: string; lastFour: string }): boolean {
  const text = typed.trim();
  return text !== "" && (text === key.lastFour || text.toLowerCase() === key.name.trim().toLowerCase());
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = /^dl_(live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** CRC-32 of the text in base62, padded to six characters. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/**
 * A new API key: `dl_live_` or `dl_test_`, 32 random characters of base62 (190 bits) and a six-character checksum that
 * lets a scanner tell a real key from a lookalike without asking us.
 */
export function generateKey(mode: Mode): string {
  let secret = "";
  for (let place = 0; place < SECRET_LENGTH; place += 1)
    secret += ALPHABET.charAt(randomInt(ALPHABET.length));
  const body = `dl_${mode}_${secret}`;
  return body + checksum(body);
}

/** Whether the text has the form of a key and a correct checksum; says nothing about its existence. */
export function isWellFormedKey(text: string): boolean {
  if (!KEY_PATTERN.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return checksum(body) === text.slice(-CHECKSUM_LENGTH);
}

/** What is stored instead of the key. A key has 190 random bits, so a plain digest cannot be reversed. */
export function hashKey(key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(hashOfKey(key), "hex"));
}

/** The same in hexadecimal. */
export function hashOfKey(key: string): string {
  return hash("sha256", key, "hex");
}

/** The parts that lists show: the beginning, which names the mode, and the last four characters. */
export function visibleParts(key: string): { prefix: string; lastFour: string } {
  return { prefix: key.slice(0, "dl_live_".length + 4), lastFour: key.slice(-4) };
}
