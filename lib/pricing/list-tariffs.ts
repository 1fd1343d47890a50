import type { Queryable } from "@/lib/db/client";
import { tariffFromRow } from "@/lib/pricing/get-tariff";
import { selectTariffs } from "@/lib/pricing/store";
import type { Tariff } from "@/lib/pricing/tariff";

const MOST = 50;

export interface TariffVersion {
  readonly tariff: Tariff;
  readonly since: Date;
}

/** Newest first; at most 50. */
export async function listTariffs(db: Queryable): Promise<TariffVersion[]> {
  const rows = await selectTariffs(db, MOST);
  return rows.map((row) => ({ tariff: tariffFromRow(row), since: row.createdAt }));
}
