import { isWorkingCourier } from "@/lib/couriers/store";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";

/**
 * Makes sure that there is such a courier and that the service still works with them.
 *
 * @throws DomainError COURIER_NOT_FOUND
 */
export async function checkCourier(db: Queryable, courierId: string): Promise<void> {
  if (!(await isWorkingCourier(db, courierId))) throw new DomainError("COURIER_NOT_FOUND");
}
