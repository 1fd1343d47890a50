import * as z from "zod";
import { exampleAddresses, exampleNearestAddress } from "@/lib/api/operations/examples";
import { DomainError } from "@/lib/domain-error";
import { nearestResource, placeResource, toNearestResource, toPlaceResource } from "@/lib/geocoding/resource";
import { degrees, pointText, readPoint, searchText } from "@/lib/geocoding/schema";
import { PREFIXES } from "@/lib/http/errors";
import { integerParameter } from "@/lib/http/query";
import { defineOperation } from "@/lib/operation/define-operation";

const NO_ANSWER =
  " Where the service has no addresses to search, or they cannot be reached, the answer is a 503 and never an empty list.";

export const searchAddresses = defineOperation({
  operationId: "searchAddresses",
  method: "GET",
  path: "/addresses",
  prefixes: PREFIXES,
  summary: "Find an address",
  description: `Finds addresses by what people type, as they type it: in any language that the map has and in Latin letters, with abbreviations, in any order, with a wrong letter. Pass an address's fields on as they are in quotes and orders. Where \`approximate\` is true, the point is an estimate: the house is not on the map and stands between two that are, or there is only the street, and then \`building\` is empty. One house is never given for another.${NO_ANSWER}`,
  query: z.object({
    query: searchText.meta({
      description: "What was typed, at most 200 characters.",
      examples: ["ул. Пажурий 5"],
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

export const findNearestAddress = defineOperation({
  operationId: "findNearestAddress",
  method: "GET",
  path: "/addresses/reverse",
  prefixes: PREFIXES,
  summary: "Find the address of a point",
  description: `The address nearest to a point, at most 100 m from it; where no house is so near, the street, whose \`building\` is empty; null where there is neither.${NO_ANSWER}`,
  query: z.object({ latitude: degrees("latitude"), longitude: degrees("longitude") }),
  responses: {
    200: {
      description: "The address, or null.",
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
