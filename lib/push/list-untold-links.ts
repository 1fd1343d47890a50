import type { Queryable } from "@/lib/db/client";
import { selectUntoldLinks } from "@/lib/push/store";

/** The tracking tokens of orders on the road whose recipients have yet to be told something. */
export function listUntoldLinks(db: Queryable): Promise<string[]> {
  return selectUntoldLinks(db);
}
