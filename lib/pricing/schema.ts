import * as z from "zod";
import { fromRubles, toRubles } from "@/lib/pricing/money";
import { toTariffResource } from "@/lib/pricing/resource";
import type { Tariff } from "@/lib/pricing/tariff";

// checkTariff has the upper bounds.
const text = z.string().transform((value) => value.replaceAll(/\s/g, "").replace(",", "."));
const amount = text
  .pipe(z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, { error: "amount" }))
  .transform((value) => fromRubles(value));
const distance = text
  .pipe(z.string().regex(/^\d{1,9}(\.\d{1,3})?$/, { error: "distance" }))
  .transform((value) => Math.round(Number(value) * 1000));
const whole = text.pipe(z.string().regex(/^\d{1,6}$/, { error: "whole" })).transform(Number);

/** RUB and kilometers with a point or a comma. The messages are codes that the page translates. */
export const tariffNumbers = z.object({
  base_price: amount,
  first_threshold_km: distance,
  band_width_km: distance,
  band_step: amount,
  max_threshold_km: distance,
  per_km_over: amount,
  cargo_size_step_fee: amount,
  cancellation_fee_assigned: amount,
  cancellation_fee_arrived: amount,
  waiting_free_minutes: whole,
  waiting_per_minute: amount,
  return_percent: whole,
  courier_percent: whole,
});

export type TariffField = keyof typeof tariffNumbers.shape;

export const TARIFF_FIELDS = Object.keys(tariffNumbers.shape) as TariffField[];

export const TARIFF_UNITS = {
  base_price: "rub",
  first_threshold_km: "km",
  band_width_km: "km",
  band_step: "rub",
  max_threshold_km: "km",
  per_km_over: "rub_per_km",
  cargo_size_step_fee: "rub",
  cancellation_fee_assigned: "rub",
  cancellation_fee_arrived: "rub",
  waiting_free_minutes: "min",
  waiting_per_minute: "rub_per_min",
  return_percent: "percent",
  courier_percent: "percent",
} as const satisfies Record<TariffField, string>;

export function tariffValues(tariff: Tariff): Record<TariffField, number> {
  return {
    ...toTariffResource(tariff),
    cancellation_fee_assigned: toRubles(tariff.cancellationFeeAssigned),
    cancellation_fee_arrived: toRubles(tariff.cancellationFeeArrived),
    waiting_free_minutes: tariff.waitingFreeMinutes,
    waiting_per_minute: toRubles(tariff.waitingPerMinute),
    return_percent: tariff.returnPercent,
    courier_percent: tariff.courierPercent,
  };
}

export function tariffOfNumbers(numbers: z.infer<typeof tariffNumbers>): Omit<Tariff, "id"> {
  return {
    basePrice: numbers.base_price,
    firstThresholdMeters: numbers.first_threshold_km,
    bandWidthMeters: numbers.band_width_km,
    bandStep: numbers.band_step,
    maxThresholdMeters: numbers.max_threshold_km,
    perKmOver: numbers.per_km_over,
    cargoSizeStepFee: numbers.cargo_size_step_fee,
    cancellationFeeAssigned: numbers.cancellation_fee_assigned,
    cancellationFeeArrived: numbers.cancellation_fee_arrived,
    waitingFreeMinutes: numbers.waiting_free_minutes,
    waitingPerMinute: numbers.waiting_per_minute,
    returnPercent: numbers.return_percent,
    courierPercent: numbers.courier_percent,
  };
}
