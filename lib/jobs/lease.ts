import { randomUUID } from "node:crypto";
import type { Queryable } from "@/lib/db/client";
import { updateLease } from "@/lib/jobs/store";

/** After a crash of the holder, other processes can acquire the lease after this time. */
const HELD_FOR_MS = 5_000;

type LeaseName = "arrivals" | "backup" | "dispatch";

/** A migration inserts the lease with this end. */
const NEVER_HELD = new Date("2000-01-01");

export async function findLeaseEnd(db: Queryable, name: LeaseName): Promise<Date | null> {
  const lease = await db.models.lease.findFirst({ where: { name, heldUntil: { gt: NEVER_HELD } } });
  return lease?.heldUntil ?? null;
}

/** Lets one process at a time do a task. Only saves work: correctness depends on guarded writes, not on the lease. */
export function createLease(db: Queryable, name: LeaseName) {
  const holder = randomUUID();
  let heldUntilMs = Number.NEGATIVE_INFINITY;
  return {
    hold: async () => {
      // Read before the statement, so that the lease ends here no later than in the database.
      const askedAtMs = performance.now();
      if (heldUntilMs - askedAtMs > HELD_FOR_MS / 2) return true;
      const isHeld = await updateLease(db, { name, holder, forMs: HELD_FOR_MS });
      heldUntilMs = isHeld ? askedAtMs + HELD_FOR_MS : Number.NEGATIVE_INFINITY;
      return isHeld;
    },
    release: async () => {
      if (heldUntilMs < performance.now()) return;
      heldUntilMs = Number.NEGATIVE_INFINITY;
      await updateLease(db, { name, holder, forMs: 0 });
    },
  };
}
