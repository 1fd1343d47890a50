import type { Point } from "@/lib/point";

const PRECISION = 1e5;

// A number takes at most six characters: the largest difference of two longitudes is 360 degrees.
const MAX_WEIGHT = 32 ** 6;

/** Precision 5, as OSRM and most map libraries exchange lines. */
export function encodePolyline(points: readonly Point[]): string {
  let [latitude, longitude] = [0, 0];
  const encoded: string[] = [];
  for (const point of points) {
    const [nextLatitude, nextLongitude] = [
      Math.round(point.latitude * PRECISION),
      Math.round(point.longitude * PRECISION),
    ];
    encoded.push(encodeNumber(nextLatitude - latitude), encodeNumber(nextLongitude - longitude));
    [latitude, longitude] = [nextLatitude, nextLongitude];
  }
  // A string built with += keeps all its pieces in memory until it is flattened.
  return encoded.join("");
}

function encodeNumber(value: number): string {
  // Five bits a character, lowest first; the sign is the lowest bit of all.
  let rest = value < 0 ? -value * 2 - 1 : value * 2;
  let encoded = "";
  while (rest >= 32) {
    encoded += String.fromCharCode(32 + (rest % 32) + 63);
    rest = Math.floor(rest / 32);
  }
  return encoded + String.fromCharCode(rest + 63);
}

/** @throws RangeError for text that is not a polyline of precision 5, or has coordinates out of range */
export function decodePolyline(encoded: string): Point[] {
  const numbers: number[] = [];
  let [value, weight] = [0, 1];
  for (const character of encoded) {
    const bits = character.charCodeAt(0) - 63;
    if (bits < 0 || bits > 63) throw new RangeError("Not a polyline");
    value += (bits % 32) * weight;
    weight *= 32;
    if (weight > MAX_WEIGHT) throw new RangeError("Not a polyline");
    if (bits < 32) {
      numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
      [value, weight] = [0, 1];
    }
  }
  if (weight !== 1 || numbers.length % 2 === 1) throw new RangeError("Not a polyline");
  const points: Point[] = [];
  let [latitude, longitude] = [0, 0];
  for (let index = 0; index < numbers.length; index += 2) {
    latitude += numbers[index] ?? 0;
    longitude += numbers[index + 1] ?? 0;
    if (Math.abs(latitude) > 90 * PRECISION || Math.abs(longitude) > 180 * PRECISION) {
      throw new RangeError("A polyline that leaves the Earth");
    }
    points.push({ latitude: latitude / PRECISION, longitude: longitude / PRECISION });
  }
  return points;
}
