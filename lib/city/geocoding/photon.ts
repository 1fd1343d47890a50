import * as z from "zod";
import {
  type AddressMatch,
  formatAddress,
  MAX_MATCHES,
  NEAR_METERS,
  type PlaceQuery,
  type PointQuery,
} from "@/lib/city/geocoding/address-match";

const text = z.string().max(500).optional();

const answer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({
        coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number()),
      }),
      properties: z.object({
        name: text,
        housenumber: text,
        street: text,
        locality: text,
        district: text,
        city: text,
        county: text,
        state: text,
        country: text,
        type: text,
      }),
    }),
  ),
});

/** Path and query of a search by Photon's API. The language is sent as a header: Photon refuses an unknown `lang`. */
export function photonPath({ text, near, limit = MAX_MATCHES }: PlaceQuery): string {
  const query = new URLSearchParams({ q: text, limit: String(limit) });
  if (near !== null) {
    query.set("lat", near.latitude.toFixed(4));
    query.set("lon", near.longitude.toFixed(4));
  }
  return `/api?${query}`;
}

export function photonNearPath({ latitude, longitude }: PointQuery): string {
  const query = new URLSearchParams({ lat: latitude.toFixed(6), lon: longitude.toFixed(6), limit: "1" });
  query.set("radius", String(NEAR_METERS / 1000));
  return `/reverse?${query}`;
}

export function placesFromPhoton(body: unknown): AddressMatch[] {
  return answer.parse(body).features.map(({ geometry, properties }) => {
    const [longitude, latitude] = geometry.coordinates;
    const { name, housenumber, type, city, locality, district, county, state, country } = properties;
    // A street found as such has its name in `name`.
    const street = properties.street ?? (type === "street" ? name : undefined) ?? "";
    const isArea = type !== undefined && ["city", "locality", "district"].includes(type);
    const area = city ?? (isArea ? name : undefined) ?? locality ?? county ?? state ?? "";
    const own = name === street || name === area ? undefined : name;
    const house = formatAddress([street, housenumber]);
    return {
      latitude,
      longitude,
      area,
      street,
      building: housenumber ?? "",
      label: formatAddress([own, house, district, area, state, country]),
      isApproximate: housenumber === undefined,
      isAmbiguous: false,
    };
  });
}
