import type { Transaction } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/** Locks a courier until the transaction ends. @returns whether there is one */
export async function lockCourier(tx: Transaction, courierId: string): Promise<boolean> {
  const locked = await execute(tx)`SELECT 1 FROM couriers WHERE id = ${courierId}::uuid FOR UPDATE`;
  return locked === 1;
}
