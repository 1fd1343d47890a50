/** A place on Earth, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

const METERS_PER_DEGREE = 111_195;

const cosine = (latitude: number): number => Math.cos((latitude * Math.PI) / 180);

/** Metres between two places as on a flat map, which within a city is exact to a thousandth. */
export function metersBetween(a: Place, b: Place): number {
  const north = (b.latitude - a.latitude) * METERS_PER_DEGREE;
  const east = (b.longitude - a.longitude) * METERS_PER_DEGREE * cosine((a.latitude + b.latitude) / 2);
  return Math.hypot(north, east);
}

/** The place of a straight line from one end to the other that is the nearest to a place, on a flat map. */
export function nearestOnLine(place: Place, from: Place, to: Place): Place {
  const scale = cosine(place.latitude);
  const east = (to.longitude - from.longitude) * scale;
  const north = to.latitude - from.latitude;
  const length = east * east + north * north;
  const along = (place.longitude - from.longitude) * scale * east + (place.latitude - from.latitude) * north;
  return between(from, to, length === 0 ? 0 : Math.min(Math.max(along / length, 0), 1));
}

/** The place on the way from one to another: 0 is the one, 1 the other. */
export function between(from: Place, to: Place, share: number): Place {
  return {
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    longitude: from.longitude + (to.longitude - from.longitude) * share,
  };
}

/** The box around a place that holds everything within so many metres of it. */
export function boxAround({ latitude, longitude }: Place, meters: number) {
  const north = meters / METERS_PER_DEGREE;
  const east = north / Math.max(cosine(Math.abs(latitude) + north), 0.01);
  return { south: latitude - north, north: latitude + north, west: longitude - east, east: longitude + east };
}
