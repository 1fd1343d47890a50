import { randomUUID } from "node:crypto";
import type { Queryable } from "@/lib/db/client";
import { updateLease } from "@/lib/jobs/store";

/** How long a process that has died keeps a duty from the others. */
const HELD_FOR_MS = 5_000;

/** A duty of which one process at a time takes care. It saves work and decides nothing: what is done is guarded itself. */
export interface Lease {
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

export function createLease(db: Queryable, name: "dispatch"): Lease {
  const holder = randomUUID();
  let heldUntilMs = Number.NEGATIVE_INFINITY;
  return {
    hold: async () => {
      // Before the statement, so that this process never believes in it for longer than the database does.
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
