import { createHash } from "node:crypto";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** A limit on the tries under one name. */
export interface Bound {
  readonly id: string;
  /** How many need no wait. */
  readonly free: number;
  /** The wait before the next one. */
  readonly waitMs: number;
  /** Waits double with each further try, up to this; null for a constant wait. */
  readonly longestWaitMs: number | null;
}

/** The result of asking for a try. */
export interface Claim {
  readonly isAllowed: boolean;
  /** How long the next one must wait; 0 for no wait. */
  readonly waitMs: number;
}

/** Tries are counted under hashes, so that the table does not reveal which addresses were tried from where. */
function idOf(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

const growing = (free: number) => ({ free, waitMs: 30 * SECOND_MS, longestWaitMs: 15 * MINUTE_MS });

/** Tries at one address from one network: 14 in the first hour, 4 in each further one. */
export function ofNetwork(purpose: "password" | "reset" | "sign_up", email: string, network: string): Bound {
  return { id: idOf(purpose, email, network), ...growing(5) };
}

/**
 * Tries at one address from everywhere: at most 12 + 8 in any hour. One network alone cannot use them up, so it cannot
 * lock anybody out.
 */
export function ofAddress(purpose: "password" | "reset" | "sign_up", email: string): Bound {
  return { id: idOf(purpose, email), free: 12, waitMs: 7.5 * MINUTE_MS, longestWaitMs: null };
}

/** Tries of one network at any address: ten a minute. */
export function ofAnybody(network: string): Bound {
  return { id: idOf("anybody", network), free: 10, waitMs: 6 * SECOND_MS, longestWaitMs: null };
}

/** Tries from a device known to be this person's: 19 in the first hour. */
export function ofDevice(userId: string, deviceId: string): Bound {
  return { id: idOf("device", userId, deviceId), ...growing(10) };
}

/** A passkey's challenge, which is answered once. */
export function ofChallenge(challenge: string): Bound {
  return { id: idOf("challenge", challenge), free: 1, waitMs: 15 * MINUTE_MS, longestWaitMs: null };
}

/** Tries of a signed-in person at their own password. */
export function ofSession(userId: string): Bound {
  return { id: idOf("session", userId), ...growing(5) };
}
