import * as z from "zod";
import { UNAVAILABLE_NOTE } from "@/app/v1/[prefix]/addresses/unavailable-note";
import { exampleAddresses } from "@/lib/api/examples";
import { operation } from "@/lib/api-runtime/define-operation";
import { DomainError } from "@/lib/domain-error";
import { placeResource, toPlaceResource } from "@/lib/geocoding/resource";
import { pointText, readPoint, searchText } from "@/lib/geocoding/schema";
import { integerParameter } from "@/lib/http/query";

export const GET = operation({
  operationId: "searchAddresses",
  isRepeatable: true,
  summary: "Find an address",
  russian: {
    title: "Найти адрес",
    description:
      "Ищет адреса по тому, что набирает человек, прямо во время ввода: на любом языке карты и латиницей, с сокращениями, в любом порядке и с опечаткой. Поля адреса передавайте в расчёт и заказ как есть. Если `approximate` равно true, точка приблизительная: дома нет на карте и он стоит между двумя известными, либо известна только улица, и тогда `building` пустой. Один дом никогда не выдаётся за другой. Если искать негде или поиск недоступен, придёт 503, а не пустой список.",
  },
  description: `Finds addresses by what people type, as they type it: in any language that the map has and in Latin letters, with abbreviations, in any order, with a wrong letter. Pass an address's fields on as they are in quotes and orders. Where \`approximate\` is true, the point is an estimate: the house is not on the map and stands between two that are, or there is only the street, and then \`building\` is empty. One house is never given for another.${UNAVAILABLE_NOTE}`,
  query: z.object({
    query: searchText.meta({
      description: "What was typed, at most 200 characters.",
      examples: ["Strada Pajurii 5"],
    }),
    limit: integerParameter({
      min: 1,
      max: 20,
      default: 5,
      description: "How many addresses to return at most.",
    }),
    near: pointText.optional().meta({
      description: "`latitude,longitude`: of equal addresses the nearest comes first.",
      examples: ["47.0226,28.8328"],
    }),
  }),
  responses: {
    200: {
      description: "The addresses, best first; none where nothing fits.",
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
