import * as z from "zod";
import { type AddressMatch, isExact, type ReverseMatch } from "@/lib/city/geocoding/address-match";
import { latitude, longitude } from "@/lib/field";

export const placeResource = z
  .object({
    latitude,
    longitude,
    area: z.string().meta({
      description: "City or locality; empty if the map does not have it.",
      russian: "Город или посёлок; пусто, если карта не знает.",
    }),
    street: z
      .string()
      .meta({ description: "Empty for a locality.", russian: "Улица; пусто, если найден населённый пункт." }),
    building: z.string().meta({
      description: "House or building number; empty for a street.",
      russian: "Номер дома; пусто, если найдена улица.",
    }),
    label: z.string().meta({
      description: "The whole address in one line, for display.",
      russian: "Весь адрес в одну строку, для людей.",
    }),
    approximate: z.boolean().meta({
      description:
        "Whether the point is an estimate: the house is not on the map, only the street is known, or a part of the query, such as a town, matches nothing there. Also true if several places have this address, and neither the query nor `near` decides between them.",
      russian:
        "Приблизительна ли точка: дома нет на карте, найдена только улица, или часть запроса, например город, там ни к чему не относится. Также true, если такой адрес есть в нескольких местах и ни запрос, ни `near` не говорят, какое нужно.",
    }),
  })
  .meta({ id: "FoundAddress" });

export const nearestResource = z
  .object({
    ...placeResource.shape,
    distance: z.int().meta({ description: "Meters from the point.", russian: "Метры от точки." }),
  })
  .meta({ id: "NearestAddress" });

export function toPlaceResource(place: AddressMatch): z.infer<typeof placeResource> {
  const { area, street, building, label } = place;
  const [latitude, longitude] = [rounded(place.latitude), rounded(place.longitude)];
  return { latitude, longitude, area, street, building, label, approximate: !isExact(place) };
}

export function toNearestResource(place: ReverseMatch): z.infer<typeof nearestResource> {
  return { ...toPlaceResource(place), distance: Math.round(place.distanceMeters) };
}

/** About 0.1 m, the finest that prices distinguish. */
const rounded = (degrees: number): number => Number(degrees.toFixed(6));
