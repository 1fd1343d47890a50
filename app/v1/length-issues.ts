import * as z from "zod";
import type { FieldIssue } from "@/lib/domain-error";
import { latitude, longitude } from "@/lib/field";
import { MAX_DROPOFFS } from "@/lib/routing/trip";
import { type CoordinatesIn, farDropoffs, lengthIssues } from "@/lib/routing/trip-length";

const point = z.object({ latitude, longitude });
const inAddress = z.object({ address: point }).transform(({ address }) => address);
const readable = z.object({ pickup: z.unknown(), dropoffs: z.array(z.unknown()), routing_mode: z.unknown() });

/** Unreadable stops add no distance; a PATCH has no chained order. */
export function bodyLengthIssues(
  body: unknown,
  coordinates: CoordinatesIn,
  maxTripMeters: number,
  isWhole = true,
): FieldIssue[] {
  const stop = coordinates === "" ? point : inAddress;
  const parts = readable.partial({ routing_mode: true }).safeParse(body);
  const pickup = stop.safeParse(parts.data?.pickup).data;
  if (parts.data === undefined || pickup === undefined) return [];
  const { routing_mode: mode = "sequential" } = parts.data;
  const read = parts.data.dropoffs.slice(0, MAX_DROPOFFS).map((sent) => stop.safeParse(sent).data);
  const dropoffs = read.map((_, index) => read.slice(0, index + 1).findLast(Boolean) ?? pickup);
  const routingMode = isWhole && mode === "sequential" ? "sequential" : "parallel";
  const far = farDropoffs({ pickup, dropoffs, routingMode }, maxTripMeters);
  const known = far.filter(({ index }) => read[index] !== undefined);
  return lengthIssues(known, maxTripMeters, coordinates);
}
