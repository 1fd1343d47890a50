import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { countFailing } from "@/lib/webhooks/endpoint-store";

/** How many of the scope's endpoints do not get their events: they fail at present, or were turned off for failing. */
export function countFailingEndpoints(db: Queryable, scope: AccountScope): Promise<number> {
  return countFailing(db, scope);
}
