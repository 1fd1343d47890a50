import type { Queryable } from "@/lib/db/client";
import { int4, numeric, type RowOf, timestamptz } from "@/lib/db/row";
import { query, sql } from "@/lib/db/sql";

const TARIFF = {
  id: int4,
  basePrice: numeric,
  firstThresholdKm: numeric,
  bandWidthKm: numeric,
  bandStep: numeric,
  maxThresholdKm: numeric,
  perKmOver: numeric,
  cargoSizeStepFee: numeric,
  cancellationFeeAssigned: numeric,
  cancellationFeeArrived: numeric,
  waitingFreeMinutes: int4,
  waitingPerMinute: numeric,
  returnPercent: int4,
  courierPercent: int4,
  createdAt: timestamptz,
};

/** A stored version of the tariff, in rubles and kilometres. */
export type TariffRow = Readonly<RowOf<typeof TARIFF>>;

const NUMBERS = sql`
  base_price, first_threshold_km, band_width_km, band_step, max_threshold_km, per_km_over, cargo_size_step_fee,
  cancellation_fee_assigned, cancellation_fee_arrived, waiting_free_minutes, waiting_per_minute, return_percent, courier_percent`;

/** The tariff in force: the latest version. */
export async function selectCurrentTariff(db: Queryable): Promise<TariffRow | null> {
  return (await selectTariffs(db, 1))[0] ?? null;
}

export async function selectTariff(db: Queryable, id: number): Promise<TariffRow | null> {
  const [row] = await query(db, TARIFF)`SELECT id, ${NUMBERS}, created_at FROM tariffs WHERE id = ${id}::int`;
  return row ?? null;
}

export async function insertTariff(
  db: Queryable,
  row: Omit<TariffRow, "id" | "createdAt">,
): Promise<TariffRow> {
  const [inserted] = await query(db, TARIFF)`
    INSERT INTO tariffs (${NUMBERS})
    VALUES (${row.basePrice}::numeric, ${row.firstThresholdKm}::numeric, ${row.bandWidthKm}::numeric,
            ${row.bandStep}::numeric, ${row.maxThresholdKm}::numeric, ${row.perKmOver}::numeric,
            ${row.cargoSizeStepFee}::numeric, ${row.cancellationFeeAssigned}::numeric,
            ${row.cancellationFeeArrived}::numeric, ${row.waitingFreeMinutes}::int, ${row.waitingPerMinute}::numeric,
            ${row.returnPercent}::int, ${row.courierPercent}::int)
    RETURNING id, ${NUMBERS}, created_at`;
  if (inserted === undefined) throw new Error("A row that was inserted is returned.");
  return inserted;
}

/** Versions of the tariff, newest first. */
export function selectTariffs(db: Queryable, limit: number): Promise<TariffRow[]> {
  return query(db, TARIFF)`SELECT id, ${NUMBERS}, created_at FROM tariffs ORDER BY id DESC LIMIT ${limit}`;
}
