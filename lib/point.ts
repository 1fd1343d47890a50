/** In degrees of WGS 84. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Whether the coordinates are equal, not only near. */
export const isSamePoint = (one: Point, other: Point): boolean =>
  one.latitude === other.latitude && one.longitude === other.longitude;
