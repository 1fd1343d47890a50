import type { Queryable } from "@/lib/db/client";
import { deleteEnded } from "@/lib/push/store";

/** Forgets the browsers of recipients whose orders have come to their end. */
export function forgetEnded(db: Queryable): Promise<void> {
  return deleteEnded(db);
}
