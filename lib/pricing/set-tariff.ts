import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { forgetTariff } from "@/lib/pricing/get-tariff";
import { toDecimalString } from "@/lib/pricing/money";
import { checkTariff, type Tariff } from "@/lib/pricing/tariff";

/** Orders and open quotes keep their prices. @throws DomainError INVALID_PAYLOAD with every problem */
export async function setTariff(db: Queryable, scalars: Omit<Tariff, "id">): Promise<Tariff> {
  const issues = checkTariff(scalars);
  if (issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
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
  forgetTariff(db);
  return { id, ...scalars };
}
