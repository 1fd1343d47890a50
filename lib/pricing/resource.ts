import * as z from "zod";
import { toRubles } from "@/lib/pricing/money";
import { getBands, type Tariff } from "@/lib/pricing/tariff";

/** Tariff table (spec, Tariff table) in kilometers and RUB. */
export const tariffResource = z
  .object({
    base_price: z.number().meta({
      description: "Price in RUB of a trip shorter than first_threshold_km.",
      russian: "Цена любой поездки короче `first_threshold_km`, в рублях.",
    }),
    first_threshold_km: z.number().meta({
      description: "Kilometers that the base price covers.",
      russian: "Сколько километров входит в базовую цену.",
    }),
    band_width_km: z.number().meta({
      description: "Kilometers of each band after the first.",
      russian: "Ширина каждой полосы после первой, в километрах.",
    }),
    band_step: z
      .number()
      .meta({ description: "RUB added per band.", russian: "Сколько рублей добавляет каждая полоса." }),
    max_threshold_km: z.number().meta({
      description: "Distance at which pricing by the kilometer starts.",
      russian: "С какого километра счёт идёт по километрам.",
    }),
    per_km_over: z.number().meta({
      description: "RUB for each kilometer past max_threshold_km.",
      russian: "Рублей за километр после `max_threshold_km`.",
    }),
    cargo_size_step_fee: z.number().meta({
      description: "Cargo surcharge in RUB per size step.",
      russian: "Надбавка за шаг размера, в рублях.",
    }),
    bands: z.array(
      z.object({
        min_km: z.number().meta({ description: "Inclusive.", russian: "Включительно." }),
        max_km: z.number().nullable().meta({
          description: "Exclusive; null on the last band only.",
          russian: "Не включая; null только у последней полосы.",
        }),
        price: z.number().meta({
          description: "Flat price in RUB of any distance in the band.",
          russian: "Цена любого расстояния в полосе, в рублях.",
        }),
        per_km_over: z.number().nullable().meta({
          description: "On the last band only; null elsewhere.",
          russian: "Только у последней полосы; у остальных null.",
        }),
      }),
    ),
    fees: z
      .object({
        cancellation_assigned: z.number().meta({
          description: "RUB for a cancellation once a courier is assigned.",
          russian: "Рублей за отмену, когда курьер назначен.",
        }),
        cancellation_arrived: z.number().meta({
          description: "RUB for a cancellation once the courier has arrived at the pickup.",
          russian: "Рублей за отмену, когда курьер уже у отправителя.",
        }),
        waiting_free_minutes: z.number().meta({
          description: "Whole minutes of waiting at a stop that cost nothing.",
          russian: "Сколько полных минут ожидания на точке бесплатны.",
        }),
        waiting_per_minute: z.number().meta({
          description: "RUB for each further whole minute.",
          russian: "Рублей за каждую следующую полную минуту.",
        }),
        return_percent: z.number().meta({
          description:
            "Price of a return in percent of the price of a leg over the return route with the trip's largest cargo size; 0: returns are free.",
          russian:
            "Цена возврата в процентах от цены такого же пути с самым большим размером груза поездки; 0 — возврат бесплатный.",
        }),
      })
      .meta({
        description: "Possible charges in addition to a trip's price; all free unless set.",
        russian: "Что начисляется сверх цены; всё бесплатно, пока не задано.",
      }),
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
