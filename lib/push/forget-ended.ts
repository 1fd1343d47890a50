import type { Queryable } from "@/lib/db/client";
import { deleteEnded } from "@/lib/push/store";

export function forgetEnded(db: Queryable): Promise<void> {
  return deleteEnded(db);
}
