import type { Queryable } from "@/lib/db/client";
import { tariffFromRow } from "@/lib/pricing/get-tariff";
import type { Tariff } from "@/lib/pricing/tariff";

/** @throws Error for an unknown version */
export async function getTariffVersion(db: Queryable, id: number): Promise<Tariff> {
  const row = await db.models.tariff.findFirst({ where: { id } });
  if (row === null) throw new Error(`There is no version ${id} of the tariff.`);
  return tariffFromRow(row);
}
