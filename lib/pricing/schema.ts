import * as z from "zod";
import { fromRubles } from "@/lib/pricing/money";

// The upper bounds are the tariff's own: see checkTariff.
const text = z.string().transform((value) => value.replaceAll(/\s/g, "").replace(",", "."));
const amount = text
  .pipe(z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, { error: "amount" }))
  .transform((value) => fromRubles(value));
const distance = text
  .pipe(z.string().regex(/^\d{1,9}(\.\d{1,3})?$/, { error: "distance" }))
  .transform((value) => Math.round(Number(value) * 1000));

/**
 * The tariff's numbers as a form sends them: RUB and kilometres, with a point or a comma. The messages are codes that
 * the page translates.
 */
export const tariffNumbers = z.object({
  base_price: amount,
  first_threshold_km: distance,
  band_width_km: distance,
  band_step: amount,
  max_threshold_km: distance,
  per_km_over: amount,
  cargo_size_step_fee: amount,
});

export const TARIFF_FIELDS = Object.keys(tariffNumbers.shape) as (keyof typeof tariffNumbers.shape)[];
