import * as z from "zod";
import { dateTime, latitude, list, longitude } from "@/lib/field";
import { deliveryWindow, windowFromBody } from "@/lib/orders/schema";
import { CARGO_SIZES, DEFAULT_CARGO_SIZE } from "@/lib/pricing/cargo-size";
import type { PricedInput } from "@/lib/pricing/price-trip";
import { DEFAULT_ROUTING_MODE, MAX_DROPOFFS, ROUTING_MODES } from "@/lib/routing/trip";

const cargoSize = z.enum(CARGO_SIZES);

/** (spec, POST /quotes) */
export const quoteBody = z
  .object({
    pickup: z.object({ latitude, longitude }),
    dropoffs: list(
      z.object({
        latitude,
        longitude,
        cargo_size: cargoSize.optional().meta({
          description: "Default: the request's cargo_size.",
          russian: "По умолчанию как у всего запроса.",
        }),
        delivery_window: deliveryWindow.nullable().optional().meta({
          description: "Default: the request's delivery_window.",
          russian: "По умолчанию интервал всего запроса.",
        }),
      }),
      { min: 1, max: MAX_DROPOFFS },
    ),
    cargo_size: cargoSize.optional().meta({
      description: "Applies to every dropoff without its own; priced per destination.",
      russian: "Для каждой точки, у которой размер не указан; входит в цену каждой.",
      default: DEFAULT_CARGO_SIZE,
    }),
    routing_mode: z.enum(ROUTING_MODES).optional().meta({
      description:
        "`sequential`: one chained trip through every dropoff in order. `parallel`: each dropoff priced on its own from the pickup.",
      russian:
        "`sequential`: одна поездка по всем точкам подряд. `parallel`: каждая точка считается отдельно от отправителя.",
      default: DEFAULT_ROUTING_MODE,
    }),
    delivery_time: dateTime.nullable().optional().meta({
      description:
        "The order's `delivery_time`, if it has one: decides only whether the service area is open at the stops.",
      russian: "`delivery_time` заказа, если он есть: решает только, открыта ли в это время зона доставки.",
    }),
    delivery_window: deliveryWindow.nullable().optional().meta({
      description:
        "The order's `delivery_window`, if it has one: decides only whether the service area is open at the stops.",
      russian: "`delivery_window` заказа, если он есть: решает только, открыта ли в это время зона доставки.",
    }),
  })
  .meta({ id: "QuoteRequest" });

export type QuoteBody = z.infer<typeof quoteBody>;

export function pricedInputFromBody(body: QuoteBody): PricedInput {
  return {
    pickup: { latitude: body.pickup.latitude, longitude: body.pickup.longitude },
    dropoffs: body.dropoffs.map(({ latitude, longitude }) => ({ latitude, longitude })),
    routingMode: body.routing_mode ?? DEFAULT_ROUTING_MODE,
    cargoSizes: body.dropoffs.map((dropoff) => dropoff.cargo_size ?? body.cargo_size ?? DEFAULT_CARGO_SIZE),
  };
}

/** When the order that is quoted is to be delivered. */
export function requestedTimes({ delivery_time: time, delivery_window: window, dropoffs }: QuoteBody) {
  return {
    deliveryTime: typeof time === "string" ? new Date(time) : null,
    readyAt: null,
    windows: dropoffs.map(({ delivery_window: own }) => windowFromBody(own === undefined ? window : own)),
  };
}
