import * as z from "zod";
import { documentAsNumber, latitude, longitude, text } from "@/lib/field";
import type { Point } from "@/lib/point";

const MIN_LETTERS = 3;
const MAX_LETTERS = 200;

export const placeSearch = z.object({
  q: z.string().trim().min(MIN_LETTERS).max(MAX_LETTERS),
  near: z
    .string()
    .transform((text) => text.split(",").map(Number))
    .pipe(z.tuple([latitude, longitude]))
    .nullable()
    .catch(null),
});

export const searchText = text({ min: 1, max: MAX_LETTERS });

const LATITUDE = "-?(?:90(?:\\.0{1,15})?|[0-8]?\\d(?:\\.\\d{1,15})?)";
const LONGITUDE = "-?(?:180(?:\\.0{1,15})?|(?:1[0-7]\\d|\\d{1,2})(?:\\.\\d{1,15})?)";

export const pointText = z.string().regex(new RegExp(`^${LATITUDE},${LONGITUDE}$`), {
  error: "must be latitude,longitude in degrees, such as 47.0226,28.8328",
});

export function readPoint(point: string): Point {
  const [north = 0, east = 0] = point.split(",").map(Number);
  return { latitude: north, longitude: east };
}

export function degrees(name: "latitude" | "longitude") {
  const limit = name === "latitude" ? 90 : 180;
  const description = `Degrees, -${limit} to ${limit}.`;
  const russian = name === "latitude" ? "Широта в градусах." : "Долгота в градусах.";
  const examples = [name === "latitude" ? 47.0226 : 28.8328];
  return z
    .string({ error: "is required" })
    .regex(new RegExp(`^${name === "latitude" ? LATITUDE : LONGITUDE}$`), {
      error: `must be a number from -${limit} to ${limit}`,
    })
    .transform(Number)
    .meta({
      description,
      russian,
      override: documentAsNumber({ type: "number", description, minimum: -limit, maximum: limit, examples }),
    });
}
