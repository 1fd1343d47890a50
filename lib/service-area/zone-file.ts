import tzLookup from "@photostructure/tz-lookup";
import * as z from "zod";
import { text } from "@/lib/field";
import { parseBoundedJson } from "@/lib/http/bounded-json";
import {
  ALWAYS_OPEN,
  CLOSED,
  type OpeningHours,
  readHours,
  readSpecialDay,
  readSpecialHours,
  type SpecialHours,
  toSpecialHours,
  WEEKDAYS,
  type Weekday,
} from "@/lib/service-area/opening-hours";
import type { Polygon } from "@/lib/service-area/polygon";
import { asRecord, buildShape, readShape, type ShapeProblemCode } from "@/lib/service-area/shape";
import type { Zone } from "@/lib/service-area/zone";

export const MAX_ZONES = 50;
export const MAX_POSITIONS = 10_000;
export const MAX_NAME_LENGTH = 80;
/** A position is a list of two or three numbers; further ones leave room for properties of other programs. */
export const MAX_ZONE_FILE_VALUES = 10 * MAX_POSITIONS;

export type ZoneProblemCode =
  | ShapeProblemCode
  | "not_json"
  | "not_a_collection"
  | "not_a_feature"
  | "no_zones"
  | "too_many_zones"
  | "too_large"
  | "zone_name"
  | "zone_twice"
  | "hours"
  | "weekday"
  | "never_open"
  | "special_hours"
  | "waiting_limit";

const waitingLimitSchema = z.int().min(1).max(10_000).nullable();

export interface ZoneProblem {
  readonly path: string;
  readonly code: ZoneProblemCode;
}

export type ReadZones =
  | { readonly zones: readonly Zone[]; readonly problems: readonly [] }
  | { readonly zones: null; readonly problems: readonly ZoneProblem[] };

/**
 * Hours such as `{"mon": "09:00-14:00, 15:00-22:00"}`: a missing day is closed; without `hours` a zone is always open.
 * Special hours such as `{"2026-12-31": "10:00-16:00", "2027-01-01": "closed"}`, and a `waiting_limit` such as 20.
 */
export function readZoneFile(file: string): ReadZones {
  const collection = asRecord(parse(file));
  const { type, features } = collection;
  if (Object.keys(collection).length === 0) return refused([{ path: "", code: "not_json" }]);
  if (type !== "FeatureCollection" || !Array.isArray(features)) {
    return refused([{ path: "type", code: "not_a_collection" }]);
  }
  if (features.length === 0) return refused([{ path: "features", code: "no_zones" }]);
  if (features.length > MAX_ZONES) return refused([{ path: "features", code: "too_many_zones" }]);
  const problems: ZoneProblem[] = [];
  const zones = features.map((feature, index) => readFeature(feature, `features.${index}`, problems));
  for (const [index, { name }] of zones.entries()) {
    if (name !== "" && zones.findIndex((zone) => isSameName(zone.name, name)) < index) {
      problems.push({ path: `features.${index}.properties.name`, code: "zone_twice" });
    }
  }
  if (countPositions(zones) > MAX_POSITIONS) problems.push({ path: "features", code: "too_large" });
  return problems.length > 0 ? refused(problems) : { zones, problems: [] };
}

export function readZone(sent: {
  name: string;
  hours: Readonly<Record<Weekday, string>>;
  /** A line for each date. */
  specialHours: string;
  waitingLimit: string;
  shape: string;
}): ReadZones {
  const problems: ZoneProblem[] = [];
  const name = readName(sent.name, "name", problems);
  const hours = readDays(sent.hours, "", problems);
  const specialHours = readSpecialHours(sent.specialHours);
  if (specialHours === null) problems.push({ path: "special_hours", code: "special_hours" });
  const typedLimit = sent.waitingLimit.trim();
  const waitingLimit = readWaitingLimit(
    typedLimit === "" ? null : Number(typedLimit),
    "waiting_limit",
    problems,
  );
  const value = asRecord(parse(sent.shape));
  // Other programs export a shape as a GeoJSON feature.
  const shape = readShape(value.type === "Feature" ? value.geometry : value);
  if (Object.keys(value).length === 0) problems.push({ path: "shape", code: "not_json" });
  else problems.push(...shape.problems.map(({ path, code }) => ({ path: `shape.${path}`, code })));
  return problems.length > 0
    ? refused(problems)
    : {
        zones: [toZone(name, { hours, specialHours: specialHours ?? {}, waitingLimit }, shape.polygons)],
        problems: [],
      };
}

export function writeZoneFile(zones: readonly Zone[]): string {
  const features = zones.map(({ name, hours, specialHours, waitingLimit, polygons }) => {
    const special = Object.entries(specialHours).map(([date, one]) => [date, one ?? CLOSED]);
    return {
      type: "Feature",
      properties: {
        name,
        hours: Object.fromEntries(WEEKDAYS.map((day) => [day, hours[day] ?? CLOSED])),
        ...(special.length === 0 ? {} : { special_hours: Object.fromEntries(special) }),
        ...(waitingLimit === null ? {} : { waiting_limit: waitingLimit }),
      },
      geometry: buildShape(polygons),
    };
  });
  return `${JSON.stringify({ type: "FeatureCollection", features }, null, 2)}\n`;
}

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export const countPositions = (zones: readonly Pick<Zone, "polygons">[]): number =>
  zones.flatMap(({ polygons }) => polygons.flat()).reduce((sum, ring) => sum + ring.length, 0);

const refused = (problems: readonly ZoneProblem[]): ReadZones => ({ zones: null, problems });

function parse(json: string): unknown {
  try {
    return parseBoundedJson(json, MAX_ZONE_FILE_VALUES);
  } catch {
    return null;
  }
}

function readFeature(sent: unknown, path: string, problems: ZoneProblem[]): Zone {
  const { type, properties, geometry } = asRecord(sent);
  if (type !== "Feature") problems.push({ path, code: "not_a_feature" });
  const {
    name: sentName,
    hours: sentHours = null,
    special_hours: sentSpecial = {},
    waiting_limit: sentLimit = null,
  } = asRecord(properties);
  const name = readName(sentName, `${path}.properties.name`, problems);
  const hours = readProperty(sentHours, `${path}.properties.hours`, problems);
  const special = readSpecialProperty(sentSpecial);
  if (special === null) problems.push({ path: `${path}.properties.special_hours`, code: "special_hours" });
  const waitingLimit = readWaitingLimit(sentLimit, `${path}.properties.waiting_limit`, problems);
  const shape = readShape(geometry);
  problems.push(...shape.problems.map((one) => ({ ...one, path: `${path}.geometry.${one.path}` })));
  return toZone(name, { hours, specialHours: special ?? {}, waitingLimit }, shape.polygons);
}

function readWaitingLimit(sent: unknown, path: string, problems: ZoneProblem[]): number | null {
  const { data = null, success } = waitingLimitSchema.safeParse(sent);
  if (!success) problems.push({ path, code: "waiting_limit" });
  return data;
}

function readSpecialProperty(sent: unknown): SpecialHours | null {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return null;
  return toSpecialHours(
    Object.entries(sent).map(([date, text]) =>
      typeof text === "string" ? readSpecialDay(date, text) : null,
    ),
  );
}

function readName(sent: unknown, path: string, problems: ZoneProblem[]): string {
  const name = typeof sent === "string" ? sent.trim().replace(/\s+/g, " ") : "";
  const isName = text({ min: 1, max: MAX_NAME_LENGTH }).safeParse(name).success;
  if (!isName) problems.push({ path, code: "zone_name" });
  return isName ? name : "";
}

function readProperty(sent: unknown, path: string, problems: ZoneProblem[]): OpeningHours {
  if (sent === null) return ALWAYS_OPEN;
  const input = asRecord(sent);
  const strange = Object.keys(input).filter((day) => !WEEKDAYS.some((weekday) => weekday === day));
  problems.push(...strange.map((day) => ({ path: `${path}.${day}`, code: "weekday" as const })));
  if (typeof sent !== "object" || Array.isArray(sent)) problems.push({ path, code: "hours" });
  const typed = WEEKDAYS.map((weekday) => {
    const hours = input[weekday] ?? CLOSED;
    return [weekday, hours === CLOSED ? "" : typeof hours === "string" ? hours || "?" : "?"];
  });
  return readDays(Object.fromEntries(typed), `${path}.`, problems);
}

function readDays(
  typed: Readonly<Record<Weekday, string>>,
  prefix: string,
  problems: ZoneProblem[],
): OpeningHours {
  const days = WEEKDAYS.map((weekday) => {
    const day = typed[weekday].trim();
    const hours = day === "" ? null : readHours(day);
    if (day !== "" && hours === null) problems.push({ path: `${prefix}${weekday}`, code: "hours" });
    return [weekday, hours] as const;
  });
  if (WEEKDAYS.every((weekday) => typed[weekday].trim() === "")) {
    problems.push({ path: `${prefix}${WEEKDAYS[0]}`, code: "never_open" });
  }
  return Object.fromEntries(days) as OpeningHours;
}

function toZone(
  name: string,
  rules: Pick<Zone, "hours" | "specialHours" | "waitingLimit">,
  polygons: readonly Polygon[],
): Zone {
  const ring = polygons[0]?.[0] ?? [];
  const middle = (degrees: readonly number[]) => (Math.min(...degrees, 180) + Math.max(...degrees, -180)) / 2;
  const latitude = middle(ring.map((position) => position[1]));
  const longitude = middle(ring.map((position) => position[0]));
  return { name, ...rules, timeZone: tzLookup(latitude, longitude), polygons };
}
