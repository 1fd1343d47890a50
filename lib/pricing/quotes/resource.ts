import * as z from "zod";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import { kopecks, toRubles } from "@/lib/pricing/money";
import type { Quote } from "@/lib/pricing/quotes/quote";
import { ROUTING_SOURCES } from "@/lib/routing/router";

export const quoteResource = z
  .object({
    quote_id: z.string().meta({
      description: "Pass it to order creation to keep these prices.",
      russian: "Передайте его при создании заказа, и эти цены сохранятся.",
    }),
    price: z.number().meta({
      description: "RUB; the sum of every leg with its cargo surcharge.",
      russian: "Сумма всех участков с надбавкой за размер, в рублях.",
    }),
    return_price: z.number().meta({
      description:
        "RUB; the cost of a return to the pickup. Charged in addition to `price`, never part of it; 0 while returns are free.",
      russian:
        "Сколько рублей стоит возврат товара отправителю. Начисляется сверх `price`; 0, если возврат бесплатный.",
    }),
    distance: z
      .number()
      .meta({ description: "Meters, the sum over the legs.", russian: "Метры, сумма по участкам." }),
    duration: z.number().meta({
      description: "Seconds of driving, the sum over the legs. Time at the stops is not part of it.",
      russian: "Секунды в дороге, сумма по участкам. Без времени на точках.",
    }),
    routing: z.enum(ROUTING_SOURCES).meta({
      description:
        "Where distances and durations come from: `roads` of a map, or an `estimate` from straight lines where the map has no route.",
      russian:
        "Откуда расстояние и время: `roads` — по дорогам карты, `estimate` — оценка по прямой там, где маршрута на карте нет.",
    }),
    expires_at: z.iso
      .datetime()
      .meta({ description: "Five minutes after issue.", russian: "Через пять минут после расчёта." }),
    dropoffs: z.array(
      z.object({
        route_id: z.string(),
        distance: z.number().meta({ description: "Meters.", russian: "Метры." }),
        duration: z.number().meta({ description: "Seconds.", russian: "Секунды." }),
        cargo_size: z.enum(CARGO_SIZES),
        price: z.number().meta({
          description: "RUB; the leg's route price plus its cargo surcharge.",
          russian: "Цена участка с надбавкой за размер, в рублях.",
        }),
      }),
    ),
  })
  .meta({ id: "Quote" });

export function toQuoteResource(quote: Quote): z.infer<typeof quoteResource> {
  return {
    quote_id: quote.id,
    price: toRubles(quote.trip.price),
    return_price: toRubles(quote.trip.wayBack?.price ?? kopecks(0)),
    distance: quote.trip.distanceMeters,
    duration: quote.trip.durationSeconds,
    routing: quote.routing,
    expires_at: quote.expiresAt.toISOString(),
    dropoffs: quote.trip.legs.map((leg, index) => ({
      route_id: `${quote.id}:${index}`,
      distance: leg.distanceMeters,
      duration: leg.durationSeconds,
      cargo_size: leg.cargoSize,
      price: toRubles(leg.price),
    })),
  };
}
