import type { Queryable } from "@/lib/db/client";
import { fromRubles } from "@/lib/pricing/money";
import { selectCurrentTariff, type TariffRow } from "@/lib/pricing/store";
import type { Tariff } from "@/lib/pricing/tariff";

/**
 * The tariff in force, the same for every account (spec, TAR-12).
 *
 * @throws Error when the database holds none, which the migrations rule out
 */
export async function getTariff(db: Queryable): Promise<Tariff> {
  const row = await selectCurrentTariff(db);
  if (row === null) throw new Error("The tariffs table is empty.");
  return tariffFromRow(row);
}

/** A stored version as the pure rules read it: kopecks and metres. */
export function tariffFromRow(row: TariffRow): Tariff {
  // They have three decimals, so these are whole.
  const meters = (km: string) => Math.round(Number(km) * 1000);
  return {
    id: row.id,
    basePrice: fromRubles(row.basePrice),
    firstThresholdMeters: meters(row.firstThresholdKm),
    bandWidthMeters: meters(row.bandWidthKm),
    bandStep: fromRubles(row.bandStep),
    maxThresholdMeters: meters(row.maxThresholdKm),
    perKmOver: fromRubles(row.perKmOver),
    cargoSizeStepFee: fromRubles(row.cargoSizeStepFee),
  };
}
