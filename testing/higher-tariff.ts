import { fromRubles } from "@/lib/pricing/money";

/** A tariff under which everything costs more than under the tariff of a new database. */
export const HIGHER_TARIFF = {
  basePrice: fromRubles(1000),
  firstThresholdMeters: 3000,
  bandWidthMeters: 2000,
  bandStep: fromRubles(60),
  maxThresholdMeters: 25_000,
  perKmOver: fromRubles(28),
  cargoSizeStepFee: fromRubles(90),
  cancellationFeeAssigned: fromRubles(150),
  cancellationFeeArrived: fromRubles(300),
  waitingFreeMinutes: 5,
  waitingPerMinute: fromRubles(7),
  returnPercent: 50,
  courierPercent: 0,
};
