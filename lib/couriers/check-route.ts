import type { Transaction } from "@/lib/db/client";
import { enumColumn } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import type { ErrorCode } from "@/lib/http/errors";

/**
 * The reasons that keep a courier's orders apart: operators allow one order at a time; one of them is direct; they are of
 * several accounts; they are too many, or too large at one of the stops.
 */
const ROUTE_CONFLICTS = ["none", "direct", "account", "orders", "load"] as const;
export type RouteConflict = (typeof ROUTE_CONFLICTS)[number];

/** Returns null for a courier who may have all their orders together, or has only one. */
export async function findRouteConflict(tx: Transaction, courierId: string): Promise<RouteConflict | null> {
  // The same function guards each transaction when it commits.
  const [row] = await query(tx, { conflict: enumColumn(ROUTE_CONFLICTS).orNull })`
    SELECT find_route_conflict(${courierId}::uuid) AS conflict`;
  return row?.conflict ?? null;
}

export const ROUTE_CONFLICT_CODES: Readonly<Record<RouteConflict, ErrorCode>> = {
  none: "COURIER_BUSY",
  direct: "ROUTE_NOT_SHARED",
  account: "ROUTE_NOT_SHARED",
  orders: "COURIER_FULL",
  load: "COURIER_FULL",
};

/** Codes of a courier whose other orders leave no room for one more. */
export const ROUTE_REFUSALS: readonly ErrorCode[] = [...new Set(Object.values(ROUTE_CONFLICT_CODES))];

/** @throws DomainError COURIER_BUSY, COURIER_FULL, ROUTE_NOT_SHARED */
export async function checkRoute(tx: Transaction, courierId: string): Promise<void> {
  const conflict = await findRouteConflict(tx, courierId);
  if (conflict !== null) throw new DomainError(ROUTE_CONFLICT_CODES[conflict]);
}
