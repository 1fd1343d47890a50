import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { execute, sql } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import { forgetTariff, selectTariffs } from "@/lib/pricing/get-tariff";
import { toDecimalString } from "@/lib/pricing/money";
import { checkTariff, type Tariff } from "@/lib/pricing/tariff";

/**
 * Orders and open quotes keep their prices.
 * @param seenId the tariff that the new one was compared with; without it, whichever is in force
 * @throws DomainError INVALID_PAYLOAD with every problem, TARIFF_CHANGED if another tariff is in force
 */
export async function setTariff(db: Database, scalars: Omit<Tariff, "id">, seenId?: number): Promise<Tariff> {
  const issues = checkTariff(scalars);
  if (issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
  const id =
    seenId === undefined
      ? await insertTariff(db, scalars)
      : await db.transaction(async (tx) => {
          await requireCurrent(tx, seenId);
          return insertTariff(tx, scalars);
        });
  forgetTariff(db);
  return { id, ...scalars };
}

async function requireCurrent(tx: Transaction, seenId: number): Promise<void> {
  // A concurrent change of the same tariff commits first, and the second statement sees its result.
  await execute(tx)`SELECT id FROM tariffs WHERE id = ${seenId} FOR UPDATE`;
  const [newest] = await selectTariffs(tx, sql`ORDER BY id DESC LIMIT 1`);
  if (newest?.id !== seenId) throw new DomainError("TARIFF_CHANGED");
}

async function insertTariff(db: Queryable, scalars: Omit<Tariff, "id">): Promise<number> {
  const { id } = await db.models.tariff.create({
    data: {
      basePrice: toDecimalString(scalars.basePrice),
      firstThresholdKm: String(scalars.firstThresholdMeters / 1000),
      bandWidthKm: String(scalars.bandWidthMeters / 1000),
      bandStep: toDecimalString(scalars.bandStep),
      maxThresholdKm: String(scalars.maxThresholdMeters / 1000),
      perKmOver: toDecimalString(scalars.perKmOver),
      cargoSizeStepFee: toDecimalString(scalars.cargoSizeStepFee),
      cancellationFeeAssigned: toDecimalString(scalars.cancellationFeeAssigned),
      cancellationFeeArrived: toDecimalString(scalars.cancellationFeeArrived),
      waitingFreeMinutes: scalars.waitingFreeMinutes,
      waitingPerMinute: toDecimalString(scalars.waitingPerMinute),
      returnPercent: scalars.returnPercent,
      courierPercent: scalars.courierPercent,
    },
    select: { id: true },
  });
  return id;
}
