import type { Queryable } from "@/lib/db/client";
import { forgetRow, Remembered } from "@/lib/db/remembered";
import { fromRubles } from "@/lib/pricing/money";
import { selectCurrentTariff, type TariffRow } from "@/lib/pricing/store";
import type { Tariff } from "@/lib/pricing/tariff";

const TABLE = "tariffs";
const ONLY = "current";

const current = new Remembered<Tariff>({ table: TABLE, most: 1 });

/**
 * The tariff in force, the same for every account (spec, TAR-12). A new one applies on every process within a second.
 *
 * @throws Error when the database holds none, which the migrations rule out
 */
export function getTariff(db: Queryable): Promise<Tariff> {
  return current.get(db, ONLY, () => readTariff(db));
}

/** Has a new tariff apply in this process from the next request on; called after its commit. */
export function forgetTariff(db: Queryable): void {
  forgetRow(db, TABLE, null);
}

async function readTariff(db: Queryable): Promise<Tariff> {
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
    cancellationFeeAssigned: fromRubles(row.cancellationFeeAssigned),
    cancellationFeeArrived: fromRubles(row.cancellationFeeArrived),
    waitingFreeMinutes: row.waitingFreeMinutes,
    waitingPerMinute: fromRubles(row.waitingPerMinute),
    returnPercent: row.returnPercent,
    courierPercent: row.courierPercent,
  };
}
