import type { AddressMatch } from "@/lib/geocoding/address-match";

const PAIR = /^\s*(-?\d{1,2}\.\d+)[\s,;]+(-?\d{1,3}\.\d+)\s*$/;
const NUMBER = /^\d{1,4}\p{L}?(?:[/-]\d{1,4}\p{L}?)?$/u;

/** Latitude first, as maps copy them; null when the text is no pair of decimal degrees. */
export function readTypedPoint(text: string): Pick<AddressMatch, "latitude" | "longitude"> | null {
  const [, latitude, longitude] = PAIR.exec(text) ?? [];
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null;
}

/** Ignores numbers in the street's name; empty if there is no house number. */
export function readTypedBuilding(text: string, street = ""): string {
  const ofStreet = splitWords(street);
  return splitWords(text).findLast((word) => NUMBER.test(word) && !ofStreet.includes(word)) ?? "";
}

const splitWords = (text: string): string[] => text.split(/[\s,]+/);
