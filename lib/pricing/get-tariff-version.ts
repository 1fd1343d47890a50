import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { selectTariffs, tariffFromRow } from "@/lib/pricing/get-tariff";
import type { Tariff } from "@/lib/pricing/tariff";

export async function getTariffVersion(db: Queryable, id: number): Promise<Tariff> {
  const [row] = await selectTariffs(db, sql`WHERE id = ${id}`);
  if (row === undefined) throw new Error(`There is no version ${id} of the tariff.`);
  return tariffFromRow(row);
}
