import tzLookup from "@photostructure/tz-lookup";
import * as z from "zod";
import { toWallDate } from "@/lib/locale/local-time";
import type { Point } from "@/lib/point";

export const HOURS = 24;
export const DAY_KINDS = ["weekday", "weekend"] as const;

/** Driving time relative to empty streets, by hour from midnight. */
export interface TravelFactors {
  readonly weekday: readonly number[];
  readonly weekend: readonly number[];
}

const factor = z
  .string()
  .transform((value) => value.trim().replace(",", "."))
  .pipe(z.string().regex(/^\d(\.\d{1,2})?$/, { error: "factor" }))
  .transform(Number)
  .refine((value) => value >= 0.5 && value <= 5, { error: "factor" });

export const factorField = (kind: (typeof DAY_KINDS)[number], hour: number): string => `${kind}_${hour}`;

/** Accepts a decimal point or comma. The messages are codes that the page translates. */
export const factorNumbers = z.object(
  Object.fromEntries(
    DAY_KINDS.flatMap((kind) =>
      Array.from({ length: HOURS }, (_, hour) => [factorField(kind, hour), factor]),
    ),
  ),
);

export function toTravelFactors(numbers: z.infer<typeof factorNumbers>): TravelFactors {
  const of = (kind: (typeof DAY_KINDS)[number]) =>
    Array.from({ length: HOURS }, (_, hour) => numbers[factorField(kind, hour)] ?? 1);
  return { weekday: of("weekday"), weekend: of("weekend") };
}

interface LocalHour {
  readonly hour: number;
  readonly isWeekend: boolean;
}

/** The offset of every time zone is a multiple of 15 minutes. */
const QUARTER_HOUR_MS = 15 * 60_000;
// Formatting an instant takes longer than the rest of a cached route.
const lastHours = new Map<string, { readonly quarter: number; readonly local: LocalHour }>();

export function getTravelFactor(factors: TravelFactors, at: Date, place: Point): number {
  const { hour, isWeekend } = getLocalHour(at, place);
  return factors[isWeekend ? "weekend" : "weekday"][hour] ?? 1;
}

/** By the time zone of the place; the hour counts from 0. */
export function getLocalHour(at: Date, { latitude, longitude }: Point): LocalHour {
  return toLocalHour(at, tzLookup(latitude, longitude));
}

function toLocalHour(at: Date, timeZone: string): LocalHour {
  const quarter = Math.floor(at.getTime() / QUARTER_HOUR_MS);
  const last = lastHours.get(timeZone);
  if (last?.quarter === quarter) return last.local;
  const wall = toWallDate(at, timeZone);
  const local = { hour: wall.getUTCHours(), isWeekend: [0, 6].includes(wall.getUTCDay()) };
  lastHours.set(timeZone, { quarter, local });
  return local;
}
