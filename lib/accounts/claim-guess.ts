import { createHash } from "node:crypto";
import { claimTry } from "@/lib/accounts/store";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** How tries under one name are bounded. */
export interface Bound {
  readonly id: string;
  /** So many at once. */
  readonly free: number;
  /** The wait before one more. */
  readonly waitMs: number;
  /** Where waits double with every further try, up to this; null where they stay as they are. */
  readonly longestWaitMs: number | null;
}

/** What came of asking for a try. */
export interface Claim {
  readonly isAllowed: boolean;
  /** How long the next one has to wait; 0 when it need not. */
  readonly waitMs: number;
}

/** Tries are counted under hashes, so that the table tells nobody which addresses were tried from where. */
function idOf(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

const growing = (free: number) => ({ free, waitMs: 30 * SECOND_MS, longestWaitMs: 15 * MINUTE_MS });

/** Tries at one address from one network: 14 in the first hour, 4 in each further one. */
export function ofNetwork(purpose: "password" | "reset", email: string, network: string): Bound {
  return { id: idOf(purpose, email, network), ...growing(5) };
}

/**
 * Tries at one address from everywhere: at most 12 + 8 in any hour. One network's do not use it up, so whoever has
 * one network keeps nobody out.
 */
export function ofAddress(purpose: "password" | "reset", email: string): Bound {
  return { id: idOf(purpose, email), free: 12, waitMs: 7.5 * MINUTE_MS, longestWaitMs: null };
}

/** Tries of one network at whomever: ten a minute. */
export function ofAnybody(network: string): Bound {
  return { id: idOf("anybody", network), free: 10, waitMs: 6 * SECOND_MS, longestWaitMs: null };
}

/** Tries with a device that is known to be this person's: 19 in the first hour. */
export function ofDevice(userId: string, deviceId: string): Bound {
  return { id: idOf("device", userId, deviceId), ...growing(10) };
}

/** Tries of somebody who is signed in at their own password. */
export function ofSession(userId: string): Bound {
  return { id: idOf("session", userId), ...growing(5) };
}

/**
 * Takes a try under all of these bounds, or under none when one of them has none left. It is taken before the
 * password is looked at, so that tries at the same moment cannot slip past each other.
 */
export async function claimGuess(
  { db, clock }: { db: Database; clock: Clock },
  bounds: readonly Bound[],
): Promise<Claim> {
  const now = clock.now();
  try {
    const waits = await db.$transaction(async (tx) => {
      const taken: number[] = [];
      for (const bound of bounds) {
        const claim = await claimTry(tx, bound, now);
        if (!claim.isAllowed) throw new Refused(claim.waitMs);
        taken.push(claim.waitMs);
      }
      return taken;
    });
    return { isAllowed: true, waitMs: Math.max(0, ...waits) };
  } catch (error) {
    if (error instanceof Refused) return { isAllowed: false, waitMs: error.waitMs };
    throw error;
  }
}

/** Takes back what the bounds before the refusing one have counted. */
class Refused extends Error {
  constructor(readonly waitMs: number) {
    super("too soon");
  }
}
