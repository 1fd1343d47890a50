import type { AccountScope } from "@/lib/accounts/scope";
import { type CourierOverview, selectCarriers } from "@/lib/couriers/store";
import type { Queryable } from "@/lib/db/client";

const MOST = 500;

/** The couriers who carry orders of this scope at this moment, and no others; at most 500. */
export function listCarriers(db: Queryable, scope: AccountScope): Promise<CourierOverview[]> {
  return selectCarriers(db, scope, MOST);
}
