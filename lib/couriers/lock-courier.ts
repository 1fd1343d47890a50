import type { Transaction } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

export async function lockCourier(tx: Transaction, courierId: string): Promise<boolean> {
  const locked = await execute(tx)`SELECT 1 FROM couriers WHERE id = ${courierId}::uuid FOR UPDATE`;
  return locked === 1;
}
