import { readServiceState } from "@/lib/console/read-service-state";
import type { Queryable } from "@/lib/db/client";
import { PATIENCE_MS } from "@/testing/patience.mjs";

/** Reads the service's state as it is now, however busy the machine is. */
export const readFreshState = (db: Queryable) => readServiceState(db, { cachedMs: 0, withinMs: PATIENCE_MS });
