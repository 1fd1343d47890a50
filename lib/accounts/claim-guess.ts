import type { Bound, Claim } from "@/lib/accounts/guess";
import { claimTry } from "@/lib/accounts/store";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";

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
