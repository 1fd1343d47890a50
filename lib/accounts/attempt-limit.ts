import { createHash } from "node:crypto";
import { MINUTE_MS, SECOND_MS } from "@/lib/duration";

export interface AttemptLimit {
  readonly id: string;
  /** Attempts without a wait. */
  readonly free: number;
  readonly waitMs: number;
  /** The wait doubles with each further attempt up to this; constant if null. */
  readonly longestWaitMs: number | null;
}

export interface AttemptResult {
  readonly isAllowed: boolean;
  readonly waitMs: number;
}

/** Hashed, so that the table does not reveal emails and networks. */
function buildId(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** 5 free attempts allow 14 in the first hour and 4 in each further one. */
const growing = (free: number) => ({ free, waitMs: 30 * SECOND_MS, longestWaitMs: 15 * MINUTE_MS });

type Purpose = "password" | "reset" | "sign_up";

export function limitPerNetwork(purpose: Purpose, email: string, network: string): AttemptLimit {
  return { id: buildId(purpose, email, network), ...growing(5) };
}

/** At most 20 tries an hour. One network alone cannot use them up and lock the user out. */
export function limitPerEmail(purpose: Purpose, email: string): AttemptLimit {
  return { id: buildId(purpose, email), free: 12, waitMs: 7.5 * MINUTE_MS, longestWaitMs: null };
}

export function limitPerUnknownNetwork(network: string): AttemptLimit {
  return { id: buildId("anybody", network), free: 10, waitMs: 6 * SECOND_MS, longestWaitMs: null };
}

export function limitPerDevice(userId: string, deviceId: string): AttemptLimit {
  return { id: buildId("device", userId, deviceId), ...growing(10) };
}

/** At most 4 an hour after the first 20, whatever the emails, so that one network cannot use up the waiting accounts. */
export function limitSignUps(network: string): AttemptLimit {
  return { id: buildId("sign_ups", network), free: 20, waitMs: 15 * MINUTE_MS, longestWaitMs: null };
}

/** A challenge can be answered once. */
export function limitPerChallenge(challenge: string): AttemptLimit {
  return { id: buildId("challenge", challenge), free: 1, waitMs: 15 * MINUTE_MS, longestWaitMs: null };
}

export function limitPerUser(userId: string): AttemptLimit {
  return { id: buildId("session", userId), ...growing(5) };
}
