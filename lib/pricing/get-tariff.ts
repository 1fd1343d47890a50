import type { Queryable } from "@/lib/db/client";
import type { Tariff as TariffRow } from "@/lib/db/generated/client";
import { fromRubles } from "@/lib/pricing/money";
import { selectCurrentTariff } from "@/lib/pricing/store";
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
  const meters = (km: TariffRow["firstThresholdKm"]) => km.mul(1000).toNumber();
  return {
    id: row.id,
    basePrice: fromRubles(row.basePrice.toFixed(2)),
    firstThresholdMeters: meters(row.firstThresholdKm),
    bandWidthMeters: meters(row.bandWidthKm),
    bandStep: fromRubles(row.bandStep.toFixed(2)),
    maxThresholdMeters: meters(row.maxThresholdKm),
    perKmOver: fromRubles(row.perKmOver.toFixed(2)),
    cargoSizeStepFee: fromRubles(row.cargoSizeStepFee.toFixed(2)),
  };
}
