import * as z from "zod";
import {
  type AddressMatch,
  formatAddress,
  MAX_MATCHES,
  type PlaceQuery,
  type PointQuery,
} from "@/lib/city/geocoding/address-match";

const text = z.string().max(500).optional();
// Nominatim writes numbers as text.
const degrees = (limit: number) => z.coerce.number().min(-limit).max(limit);
const NEAR_DEGREES = 0.2;

const found = z.object({
  lat: degrees(90),
  lon: degrees(180),
  display_name: z.string().max(2_000),
  address: z
    .object({
      house_number: text,
      road: text,
      pedestrian: text,
      hamlet: text,
      village: text,
      town: text,
      city: text,
      municipality: text,
      county: text,
      state: text,
    })
    .optional(),
});
const answer = z.array(found);
// If there is nothing at the point, Nominatim responds with success and an error in the body.
const nearAnswer = z.union([found, z.object({ error: z.string() })]);

export function nominatimPath({ text, near, limit = MAX_MATCHES }: PlaceQuery): string {
  const query = new URLSearchParams({
    q: text,
    format: "jsonv2",
    addressdetails: "1",
    limit: String(limit),
  });
  if (near !== null) {
    const { latitude, longitude } = near;
    const box = [
      longitude - NEAR_DEGREES,
      latitude + NEAR_DEGREES,
      longitude + NEAR_DEGREES,
      latitude - NEAR_DEGREES,
    ];
    query.set("viewbox", box.map((value) => value.toFixed(4)).join(","));
  }
  return `/search?${query}`;
}

export function nominatimNearPath({ latitude, longitude }: PointQuery): string {
  const query = new URLSearchParams({ lat: latitude.toFixed(6), lon: longitude.toFixed(6) });
  query.set("format", "jsonv2");
  query.set("addressdetails", "1");
  return `/reverse?${query}`;
}

/** @throws ZodError if it is malformed */
export function placeFromNominatim(body: unknown): AddressMatch[] {
  const place = nearAnswer.parse(body);
  return "error" in place ? [] : placesFromNominatim([place]);
}

/** @throws ZodError if it is malformed */
export function placesFromNominatim(body: unknown): AddressMatch[] {
  return answer.parse(body).map(({ lat, lon, display_name, address = {} }) => {
    const { city, town, village, hamlet, municipality, county, state } = address;
    const street = address.road ?? address.pedestrian ?? "";
    return {
      latitude: lat,
      longitude: lon,
      area: city ?? town ?? village ?? hamlet ?? municipality ?? county ?? state ?? "",
      street,
      building: address.house_number ?? "",
      label: formatAddress([formatAddress([street, address.house_number]), ...display_name.split(", ")]),
      isApproximate: address.house_number === undefined,
      isAmbiguous: false,
    };
  });
}
