import * as z from "zod";
import { UNAVAILABLE_NOTE } from "@/app/v1/[prefix]/addresses/unavailable-note";
import { operation } from "@/app/v1/operation";
import { exampleNearestAddress } from "@/lib/api/examples";
import { nearestResource, toNearestResource } from "@/lib/city/geocoding/resource";
import { degrees } from "@/lib/city/geocoding/schema";
import { DomainError } from "@/lib/domain-error";

export const GET = operation({
  operationId: "findNearestAddress",
  isRepeatable: true,
  summary: "Find the address of a point",
  russian: {
    summary: "Найти адрес точки",
    description:
      "Адрес, ближайший к точке, не дальше 100 м. Если так близко нет дома, вернётся улица с пустым `building`; если нет и её, то null. Если искать негде или поиск недоступен, придёт 503, а не пустой ответ.",
  },
  description: `The address nearest to a point, at most 100 m away; without a house there, the street with an empty \`building\`; null if there is neither.${UNAVAILABLE_NOTE}`,
  query: z.object({ latitude: degrees("latitude"), longitude: degrees("longitude") }),
  responses: {
    200: {
      description: "The address, or null.",
      russian: "Адрес или null.",
      data: z.object({ address: nearestResource.nullable() }).meta({ id: "NearestAddressAnswer" }),
      example: exampleNearestAddress,
    },
  },
  errors: ["INVALID_PAYLOAD"],
  async handle({ geocoder, query: { latitude, longitude } }) {
    const found = await geocoder?.findNearest({ latitude, longitude, language: null });
    if (found == null) throw new DomainError("SERVICE_UNAVAILABLE");
    return { data: { address: found.place && toNearestResource(found.place) } };
  },
});
