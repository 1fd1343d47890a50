import * as z from "zod";
import { toRubles } from "@/lib/pricing/money";
import { getBands, type Tariff } from "@/lib/pricing/tariff";

/** Tariff table (spec, Tariff table) in kilometers and RUB. */
export const tariffResource = z
  .object({
    base_price: z.number().meta({ description: "Price in RUB of a trip shorter than first_threshold_km." }),
    first_threshold_km: z.number().meta({ description: "Kilometers that the base price covers." }),
    band_width_km: z.number().meta({ description: "Kilometers of each band after the first." }),
    band_step: z.number().meta({ description: "RUB added per band." }),
    max_threshold_km: z.number().meta({ description: "Distance at which pricing by the kilometer starts." }),
    per_km_over: z.number().meta({ description: "RUB for each kilometer past max_threshold_km." }),
    cargo_size_step_fee: z.number().meta({ description: "Cargo surcharge in RUB per size step." }),
    bands: z.array(
      z.object({
        min_km: z.number().meta({ description: "Inclusive." }),
        max_km: z.number().nullable().meta({ description: "Exclusive; null on the last band only." }),
        price: z.number().meta({ description: "Flat price in RUB of any distance in the band." }),
        per_km_over: z.number().nullable().meta({ description: "On the last band only; null elsewhere." }),
      }),
    ),
    fees: z
      .object({
        cancellation_assigned: z.number().meta({
          description: "RUB for a cancellation once a courier is assigned.",
        }),
        cancellation_arrived: z.number().meta({
          description: "RUB for a cancellation once the courier has arrived at the pickup.",
        }),
        waiting_free_minutes: z.number().meta({
          description: "Whole minutes of waiting at a stop that cost nothing.",
        }),
        waiting_per_minute: z.number().meta({ description: "RUB for each further whole minute." }),
        return_percent: z.number().meta({
          description:
            "Price of a return in percent of the price of a leg over the return route with the trip's largest cargo size; 0: returns are free.",
        }),
      })
      .meta({ description: "Possible charges in addition to a trip's price; all free unless set." }),
  })
  .meta({ id: "Tariff" });

const toKm = (meters: number): number => meters / 1000;

export function toTariffResource(tariff: Tariff): z.infer<typeof tariffResource> {
  return {
    base_price: toRubles(tariff.basePrice),
    first_threshold_km: toKm(tariff.firstThresholdMeters),
    band_width_km: toKm(tariff.bandWidthMeters),
    band_step: toRubles(tariff.bandStep),
    max_threshold_km: toKm(tariff.maxThresholdMeters),
    per_km_over: toRubles(tariff.perKmOver),
    cargo_size_step_fee: toRubles(tariff.cargoSizeStepFee),
    bands: getBands(tariff).map((band) => ({
      min_km: toKm(band.minMeters),
      max_km: band.maxMeters === null ? null : toKm(band.maxMeters),
      price: toRubles(band.price),
      per_km_over: band.perKmOver === null ? null : toRubles(band.perKmOver),
    })),
    fees: {
      cancellation_assigned: toRubles(tariff.cancellationFeeAssigned),
      cancellation_arrived: toRubles(tariff.cancellationFeeArrived),
      waiting_free_minutes: tariff.waitingFreeMinutes,
      waiting_per_minute: toRubles(tariff.waitingPerMinute),
      return_percent: tariff.returnPercent,
    },
  };
}
