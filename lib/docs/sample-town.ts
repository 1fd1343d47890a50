import { exampleAddresses, exampleOrderBody, exampleStatement } from "@/lib/api/examples";
import { fromLocalTime, toLocalTime } from "@/lib/locale/local-time";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";
import type { DemoAddress } from "@/lib/sandbox/demo/demo-places";
import { EXAMPLE_DRIVER } from "@/lib/webhooks/webhook-event";

/** Places, a phone number and the time zone of the served city, which replace those of the written samples. */
export interface SampleTown {
  readonly shop: DemoAddress;
  readonly door: DemoAddress;
  readonly phone: string;
  readonly timeZone: string;
}

const SHOP = exampleOrderBody.pickup;
const [DOOR] = exampleOrderBody.dropoffs as [(typeof exampleOrderBody.dropoffs)[number]];
const FOUND = exampleAddresses.addresses[0] as (typeof exampleAddresses.addresses)[number];
const PHONES: readonly string[] = [SHOP.contact.value, DOOR.contact.value, EXAMPLE_DRIVER.phone];
/** The examples of single fields. */
const DEGREES: Point = { latitude: 47.0226, longitude: 28.8328 };
/** Samples name points near their stops, such as the place of a proof. */
const BESIDE_METERS = 100;

/** A written sample with addresses, points and phone numbers of the served city; unchanged without one. */
export function placeSample<Sample>(sample: Sample, town: SampleTown | null): Sample {
  return town === null ? sample : (placeValue(sample, town) as Sample);
}

function placeValue(value: unknown, town: SampleTown): unknown {
  if (typeof value === "string") return placeText(value, town);
  if (value === DEGREES.latitude) return town.shop.latitude;
  if (value === DEGREES.longitude) return town.shop.longitude;
  if (Array.isArray(value)) return value.map((item) => placeValue(item, town));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, placeValue(inner, town)]);
  return {
    ...Object.fromEntries(fields),
    ...(isPoint(value) ? placePoint(value, town) : {}),
    ...("time_zone" in value && value.time_zone === exampleStatement.time_zone
      ? placeMonth(value, town)
      : {}),
  };
}

const isPoint = (value: object): value is Point =>
  "latitude" in value &&
  "longitude" in value &&
  typeof value.latitude === "number" &&
  typeof value.longitude === "number";

function placePoint(point: Point, town: SampleTown): object {
  const pairs = [
    [SHOP.address, town.shop],
    [DOOR.address, town.door],
  ] as const;
  const near = pairs.find(([written]) => greatCircleMeters(written, point) <= BESIDE_METERS);
  if (near === undefined) return toMiddle(town);
  const [written, place] = near;
  const label = { label: `${place.street}, ${place.building}, ${place.area}` };
  const named = { area: place.area, street: place.street, building: place.building, ...label };
  return {
    latitude: toSixDecimals(place.latitude + point.latitude - written.latitude),
    longitude: toSixDecimals(place.longitude + point.longitude - written.longitude),
    ...Object.fromEntries(Object.entries(named).filter(([name]) => name in point)),
  };
}

/** A written statement's month begins and ends on the clocks of its time zone. */
function placeMonth(statement: object, { timeZone }: SampleTown): object {
  const times = Object.entries(statement).filter(([name]) => name.endsWith("_at"));
  const moved = times.map(([name, at]) => {
    const local = toLocalTime(new Date(String(at)), exampleStatement.time_zone);
    return [name, fromLocalTime(local, timeZone)?.toISOString() ?? at] as const;
  });
  return { time_zone: timeZone, ...Object.fromEntries(moved) };
}

const toMiddle = ({ shop, door }: SampleTown): Point => ({
  latitude: toSixDecimals((shop.latitude + door.latitude) / 2),
  longitude: toSixDecimals((shop.longitude + door.longitude) / 2),
});

const toSixDecimals = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function placeText(text: string, { shop, door, phone }: SampleTown): string {
  if (PHONES.includes(text)) return phone;
  if (text === `${DEGREES.latitude},${DEGREES.longitude}`) return `${shop.latitude},${shop.longitude}`;
  if (text === SHOP.address.area) return door.area;
  if (text === SHOP.address.street) return shop.street;
  return text === `${FOUND.street} ${FOUND.building}` ? `${door.street} ${door.building}` : text;
}
