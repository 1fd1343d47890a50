import type { Queryable } from "@/lib/db/client";
import { readServiceState } from "@/lib/monitoring/read-service-state";
import { PATIENCE_MS } from "@/testing/patience.mjs";

/** Reads the service's state as it is now, however busy the machine is. */
export const readFreshState = (db: Queryable) => readServiceState(db, { cachedMs: 0, withinMs: PATIENCE_MS });
