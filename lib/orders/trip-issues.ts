import * as z from "zod";
import type { FieldIssue } from "@/lib/domain-error";
import { dateTime, latitude, longitude } from "@/lib/field";
import { MAX_DROPOFFS } from "@/lib/routing/trip";
import { type CoordinatePrefix, findFarDropoffs, lengthIssues } from "@/lib/routing/trip-length";
import { type ServiceArea, tripIssues, tripProblems } from "@/lib/service-area/service-area";

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
  const parts = measurable.safeParse(body).data;
  const [pickup] = readStops([parts?.pickup], coordinates);
  if (parts === undefined || pickup === undefined) return [];
  const read = readStops(parts.dropoffs.slice(0, MAX_DROPOFFS), coordinates);
  const dropoffs = read.map((_, index) => read.slice(0, index + 1).findLast(Boolean) ?? pickup);
  const { routing_mode: mode = "sequential" } = parts;
  const routingMode = isWhole && mode === "sequential" ? "sequential" : "parallel";
  const far = findFarDropoffs({ pickup, dropoffs, routingMode }, maxTripMeters);
  const known = far.filter(({ index }) => read[index] !== undefined);
  return lengthIssues(known, maxTripMeters, coordinates);
}
