import * as z from "zod";
import type { FieldIssue } from "@/lib/domain-error";
import { dateTime, latitude, longitude } from "@/lib/field";
import { MAX_DROPOFFS } from "@/lib/routing/trip";
import type { CoordinatesIn } from "@/lib/routing/trip-length";
import { type ServiceArea, tripIssues, tripProblems } from "@/lib/service-area/service-area";

const point = z.object({ latitude, longitude });
const inAddress = z.object({ address: point }).transform(({ address }) => address);
const readable = z
  .object({ pickup: z.unknown(), dropoffs: z.unknown(), delivery_time: z.unknown() })
  .partial();

/** Skips stops that cannot be read; a time that cannot be read closes nothing. */
export function bodyAreaIssues(
  body: unknown,
  coordinates: CoordinatesIn,
  area: ServiceArea,
  now: Date,
): FieldIssue[] {
  const parts = readable.safeParse(body).data;
  if (parts === undefined) return [];
  const { pickup, dropoffs = [], delivery_time: time = null } = parts;
  const stop = coordinates === "" ? point : inAddress;
  const read = [pickup, ...(Array.isArray(dropoffs) ? dropoffs.slice(0, MAX_DROPOFFS) : [])].map(
    (sent) => stop.safeParse(sent).data,
  );
  const known = read.find(Boolean);
  if (known === undefined) return [];
  const [from = known, ...to] = read;
  const trip = {
    pickup: from,
    dropoffs: to.map((place) => place ?? known),
    routingMode: "parallel",
  } as const;
  const at = time === null ? now : new Date(dateTime.safeParse(time).data ?? Number.NaN);
  const isTimeKnown = !Number.isNaN(at.getTime());
  const found = tripProblems(area, trip, isTimeKnown ? at : now, (_, index) => read[index] !== undefined);
  const outside = found.outside.filter(({ reason }) => isTimeKnown || reason === "outside");
  return tripIssues({ ...found, outside, far: [] }, coordinates);
}
