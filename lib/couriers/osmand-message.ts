import * as z from "zod";
import type { Fix } from "@/lib/couriers/fix";

export interface TrackerMessage {
  readonly deviceToken: string;
  readonly fix: Fix | null;
}

const jsonMessage = z.object({
  device_id: z.union([z.string(), z.number()]).transform(String),
  location: z
    .object({
      timestamp: z.union([z.string(), z.number()]),
      coords: z.object({
        latitude: z.number(),
        longitude: z.number(),
        accuracy: z.number().nullish(),
        heading: z.number().nullish(),
      }),
    })
    .nullish(),
});

const SECONDS_UP_TO = 1e11;

/** Parses seconds or milliseconds since 1970, or ISO 8601, which is UTC if it has no offset. */
export function parseInstant(text: string | number): Date | null {
  if (typeof text === "number" || /^\d+(\.\d+)?$/.test(text)) {
    const count = Number(text);
    return valid(new Date(count < SECONDS_UP_TO ? count * 1000 : count));
  }
  const iso = text.trim().replace(" ", "T");
  return valid(new Date(/([zZ]|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`));
}

const valid = (date: Date): Date | null => (Number.isNaN(date.getTime()) ? null : date);

/** Devices may send -1 for an unknown direction. */
const known = (heading: number | null | undefined): number | null =>
  heading === null || heading === undefined || heading < 0 || heading > 360 ? null : heading;

/** Reads the JSON form of the OsmAnd protocol; null if invalid. */
export function fromJson(value: unknown): TrackerMessage | null {
  const parsed = jsonMessage.safeParse(value);
  if (!parsed.success) return null;
  const { device_id, location } = parsed.data;
  if (!location) return { deviceToken: device_id, fix: null };
  const recordedAt = parseInstant(location.timestamp);
  if (recordedAt === null) return null;
  const { latitude, longitude, accuracy, heading } = location.coords;
  return {
    deviceToken: device_id,
    fix: { latitude, longitude, heading: known(heading), accuracyMeters: accuracy ?? null, recordedAt },
  };
}

/** Reads the query form of the OsmAnd protocol. Without a timestamp the fix is from now. Null if invalid. */
export function fromQuery(query: URLSearchParams, now: Date): TrackerMessage | null {
  const deviceToken = query.get("id") ?? query.get("deviceid");
  if (deviceToken === null) return null;
  const [left, right] = (query.get("location") ?? "").split(",");
  const latitude = query.get("lat") ?? left;
  const longitude = query.get("lon") ?? right;
  const isInvalid = /^(false|0)$/.test(query.get("valid") ?? "");
  if (isInvalid || !latitude || !longitude) return { deviceToken, fix: null };
  const at = query.get("timestamp");
  const recordedAt = at === null ? now : parseInstant(at);
  const place = { latitude: Number(latitude), longitude: Number(longitude) };
  if (!Number.isFinite(place.latitude) || !Number.isFinite(place.longitude) || recordedAt === null)
    return null;
  const accuracyMeters = optional(query.get("accuracy"));
  const heading = known(optional(query.get("bearing") ?? query.get("heading")));
  return { deviceToken, fix: { ...place, heading, accuracyMeters, recordedAt } };
}

function optional(text: string | null): number | null {
  const value = text === null || text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}
