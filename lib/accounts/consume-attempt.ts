import type { AttemptLimit, AttemptResult } from "@/lib/accounts/attempt-limit";
import { takeAttempt } from "@/lib/accounts/store";
import type { Context } from "@/lib/context";

/** Claims a try against all limits or none; call before checking the password, so that tries cannot race. */
export async function consumeAttempt(
  { db, clock }: Pick<Context, "db" | "clock">,
  bounds: readonly AttemptLimit[],
): Promise<AttemptResult> {
  const now = clock.now();
  try {
    const waits = await db.transaction(async (tx) => {
      const taken: number[] = [];
      for (const bound of bounds) {
        const claim = await takeAttempt(tx, bound, now);
        if (!claim.isAllowed) throw new GuessRejection(claim.waitMs);
        taken.push(claim.waitMs);
      }
      return taken;
    });
    return { isAllowed: true, waitMs: Math.max(0, ...waits) };
  } catch (error) {
    if (error instanceof GuessRejection) return { isAllowed: false, waitMs: error.waitMs };
    throw error;
  }
}

class GuessRejection extends Error {
  constructor(readonly waitMs: number) {
    super("too soon");
  }
}
