import * as z from "zod";
import { UNAVAILABLE_NOTE } from "@/app/v1/[prefix]/addresses/unavailable-note";
import { operation } from "@/app/v1/operation";
import { exampleAddresses } from "@/lib/api/examples";
import { placeResource, toPlaceResource } from "@/lib/city/geocoding/resource";
import { pointText, readPoint, searchText } from "@/lib/city/geocoding/schema";
import { DomainError } from "@/lib/domain-error";
import { integerParameter } from "@/lib/http/query";

export const GET = operation({
  operationId: "searchAddresses",
  isRepeatable: true,
  summary: "Find an address",
  russian: {
    summary: "Найти адрес",
    description:
      "Ищет адреса по тому, что набирает человек, прямо во время ввода: на любом языке карты и латиницей, с сокращениями, в любом порядке и с опечаткой. Поля адреса передавайте в расчёт и заказ как есть. Если `approximate` равно true, точка приблизительная: дома нет на карте и он стоит между двумя известными, либо известна только улица, и тогда `building` пустой, либо такой адрес есть в нескольких местах. Один дом никогда не выдаётся за другой. Если искать негде или поиск недоступен, придёт 503, а не пустой список.",
  },
  description: `Finds addresses while a user types: in any language of the map and in Latin letters, with abbreviations, in any order, with a typing error. Pass the fields of an address unchanged to quotes and orders. If \`approximate\` is true, the point is an estimate: the house is not on the map but between two that are, or only the street is known, and then \`building\` is empty, or several places have this address. A different house is never returned instead.${UNAVAILABLE_NOTE}`,
  query: z.object({
    query: searchText.meta({
      description: "The text that the user typed, at most 200 characters.",
      russian: "Что набрал человек.",
      examples: ["Strada Pajurii 5"],
    }),
    limit: integerParameter({
      min: 1,
      max: 20,
      default: 5,
      description: "Maximum number of addresses to return.",
      russian: "Сколько адресов вернуть самое большее.",
    }),
    near: pointText.optional().meta({
      description: "`latitude,longitude`: among equal matches, the nearest comes first.",
      russian: "`latitude,longitude`: из одинаковых адресов первым будет ближайший.",
      examples: ["47.0226,28.8328"],
    }),
  }),
  responses: {
    200: {
      description: "The addresses, best match first; empty if nothing matches.",
      russian: "Адреса, сначала самые подходящие; пусто, если ничего не подошло.",
      data: z.object({ addresses: z.array(placeResource) }).meta({ id: "AddressList" }),
      example: exampleAddresses,
    },
  },
  errors: ["INVALID_PAYLOAD"],
  async handle({ geocoder, query: { query, limit, near } }) {
    const point = near === undefined ? null : readPoint(near);
    const places = await geocoder?.searchPlaces({ text: query, language: null, near: point, limit });
    if (places == null) throw new DomainError("SERVICE_UNAVAILABLE");
    return { data: { addresses: places.map(toPlaceResource) } };
  },
});
