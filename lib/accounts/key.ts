import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import type { AccountScope, Mode } from "@/lib/account-scope";
import type { ApiKey, Approval } from "@/lib/db/generated/client";
import type { NetworkList } from "@/lib/http/network-list";

export interface KeyWithOwner {
  readonly scope: AccountScope;
  readonly keyId: string;
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly email: string | null;
  readonly isCustomer: boolean;
  readonly approval: Approval | null;
  readonly disabledAt: Date | null;
  readonly rateLimitPerMinute: number | null;
  /** The networks of the key and of its account that are restricted; a request must come from each list. */
  readonly networks: readonly NetworkList[];
}

export interface KeyUse {
  readonly at: Date;
  readonly network: string | null;
  readonly route: string;
}

export type KeyState = "active" | "expiring" | "revoked" | "expired";

const EXPIRING_WITHIN_MS = 7 * 24 * 60 * 60_000;
const UNUSED_AFTER_MS = 30 * 24 * 60 * 60_000;

type KeyTimes = Pick<ApiKey, "createdAt" | "expiresAt" | "revokedAt" | "lastUsedAt">;

export function keyState({ expiresAt, revokedAt }: KeyTimes, now: Date): KeyState {
  if (revokedAt !== null) return "revoked";
  if (expiresAt === null) return "active";
  const leftMs = expiresAt.getTime() - now.getTime();
  if (leftMs <= 0) return "expired";
  return leftMs <= EXPIRING_WITHIN_MS ? "expiring" : "active";
}

export function isUnused({ createdAt, lastUsedAt }: KeyTimes, now: Date): boolean {
  return now.getTime() - (lastUsedAt ?? createdAt).getTime() >= UNUSED_AFTER_MS;
}

export function matchesKeyConfirmation(typed: string, key: { name: string; lastFour: string }): boolean {
  const text = typed.trim();
  return text !== "" && (text === key.lastFour || text.toLowerCase() === key.name.trim().toLowerCase());
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = /^dl_(live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/** `dl_live_` or `dl_test_`, 32 random base62 characters (190 bits) and a checksum. */
export function generateKey(mode: Mode): string {
  let secret = "";
  for (let place = 0; place < SECRET_LENGTH; place += 1)
    secret += ALPHABET.charAt(randomInt(ALPHABET.length));
  const body = `dl_${mode}_${secret}`;
  return body + checksum(body);
}

export function isWellFormedKey(text: string): boolean {
  if (!KEY_PATTERN.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return checksum(body) === text.slice(-CHECKSUM_LENGTH);
}

/** Keys have 190 random bits, so a plain digest cannot be reversed. */
export function hashKey(key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(hashOfKey(key), "hex"));
}

export function hashOfKey(key: string): string {
  return hash("sha256", key, "hex");
}

export function keyPreview(key: string): { prefix: string; lastFour: string } {
  return { prefix: key.slice(0, "dl_live_".length + 4), lastFour: key.slice(-4) };
}
