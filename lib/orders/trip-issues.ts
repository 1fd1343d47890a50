import * as z from "zod";
import type { Mode } from "@/lib/accounts/scope";
import type { FieldIssue } from "@/lib/domain-error";
import { dateTime, latitude, longitude } from "@/lib/field";
import { judgeTrip } from "@/lib/orders/held-order";
import { MAX_DROPOFFS, type Trip } from "@/lib/routing/trip";
import { type CoordinatePrefix, findFarDropoffs, lengthIssues } from "@/lib/routing/trip-length";
import { type ServiceArea, tripIssues, tripProblems } from "@/lib/service-area/service-area";
import type { TripCheck } from "@/lib/service-area/trip-check";

const point = z.object({ latitude, longitude });
const inAddress = z.object({ address: point }).transform(({ address }) => address);
const readable = z
  .object({ pickup: z.unknown(), dropoffs: z.unknown(), delivery_time: z.unknown() })
  .partial();
const measurable = z.object({
  pickup: z.unknown(),
  dropoffs: z.array(z.unknown()),
  routing_mode: z.unknown().optional(),
});

const readStops = (stops: readonly unknown[], coordinates: CoordinatePrefix) =>
  stops.map((sent) => (coordinates === "" ? point : inAddress).safeParse(sent).data);

/** Ignores invalid stops. An invalid time counts as within the opening hours. */
export function bodyAreaIssues(
  body: unknown,
  coordinates: CoordinatePrefix,
  area: ServiceArea,
  now: Date,
): FieldIssue[] {
  const parts = readable.safeParse(body).data;
  if (parts === undefined) return [];
  const { pickup, dropoffs = [], delivery_time: time = null } = parts;
  const sent = Array.isArray(dropoffs) ? dropoffs.slice(0, MAX_DROPOFFS) : [];
  const read = readStops([pickup, ...sent], coordinates);
  const known = read.find(Boolean);
  if (known === undefined) return [];
  const [from = known, ...to] = read.map((place) => place ?? known);
  const trip = { pickup: from, dropoffs: to, routingMode: "parallel" } as const;
  const at = time === null ? now : new Date(dateTime.safeParse(time).data ?? Number.NaN);
  const isTimeKnown = !Number.isNaN(at.getTime());
  const found = tripProblems(area, trip, isTimeKnown ? at : now, (_, index) => read[index] !== undefined);
  const outside = found.outside.filter(({ reason }) => isTimeKnown || reason === "outside");
  return tripIssues({ ...found, outside, far: [] }, coordinates);
}

/** Invalid stops add no distance. A PATCH has no chained order. */
export function bodyLengthIssues(
  body: unknown,
  coordinates: CoordinatePrefix,
  maxTripMeters: number,
  isWhole = true,
): FieldIssue[] {
  const measured = measureBody(body, coordinates, isWhole);
  if (measured === null) return [];
  const far = findFarDropoffs(measured.trip, maxTripMeters);
  return lengthIssues(
    far.filter(({ index }) => measured.isRead(index)),
    maxTripMeters,
    coordinates,
  );
}

/** The same for a whole order with a trip that is out of proportion. */
export function bodyUnusualIssues(body: unknown, check: TripCheck, mode: Mode): FieldIssue[] {
  const measured = measureBody(body, "address.", true);
  if (measured === null) return [];
  return judgeTrip(check, mode, measured.trip).issues.filter(({ field }) => {
    const dropoff = /^dropoffs\.(\d+)/.exec(field)?.[1];
    return dropoff === undefined || measured.isRead(Number(dropoff));
  });
}

/** Null without a valid pickup. An invalid dropoff takes the place of the stop before it. */
function measureBody(
  body: unknown,
  coordinates: CoordinatePrefix,
  isWhole: boolean,
): { trip: Trip; isRead: (dropoff: number) => boolean } | null {
  const parts = measurable.safeParse(body).data;
  const [pickup] = readStops([parts?.pickup], coordinates);
  if (parts === undefined || pickup === undefined) return null;
  const read = readStops(parts.dropoffs.slice(0, MAX_DROPOFFS), coordinates);
  const dropoffs = read.map((_, index) => read.slice(0, index + 1).findLast(Boolean) ?? pickup);
  const { routing_mode: mode = "sequential" } = parts;
  const routingMode = isWhole && mode === "sequential" ? "sequential" : "parallel";
  return { trip: { pickup, dropoffs, routingMode }, isRead: (dropoff) => read[dropoff] !== undefined };
}
