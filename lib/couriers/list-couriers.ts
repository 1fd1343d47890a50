import type { Mode } from "@/lib/accounts/scope";
import { type CourierOverview, selectCouriers } from "@/lib/couriers/store";
import type { Queryable } from "@/lib/db/client";

export type { CourierOverview };

const MOST = 500;

/** The couriers of a world with where they are and what they carry, those at work first; at most 500. */
export function listCouriers(db: Queryable, mode: Mode): Promise<CourierOverview[]> {
  return selectCouriers(db, mode, MOST);
}
