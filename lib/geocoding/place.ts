/** A place found by a search, in the parts of an order's address. */
export interface FoundPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly area: string;
  readonly street: string;
  readonly building: string;
  /** The whole address in one line. */
  readonly label: string;
  /** Whether the point is an estimate: between known houses, or somewhere on the street. */
  readonly isApproximate: boolean;
}

/** A place that was found by a point. */
export interface NearPlace extends FoundPlace {
  /** From the point. */
  readonly distanceMeters: number;
}

/** A point to find the address of. */
export interface PointQuery {
  readonly latitude: number;
  readonly longitude: number;
  readonly language: PlaceQuery["language"];
}

/** What to search for. */
export interface PlaceQuery {
  readonly text: string;
  /** In which the places are named; null for the one of the place. */
  readonly language: "ru" | "en" | null;
  /** Places near this one come first. */
  readonly near: { readonly latitude: number; readonly longitude: number } | null;
  /** How many at most; MAX_PLACES by default. */
  readonly limit?: number;
}

/** Most places that one search returns, unless it asks for another number. */
export const MAX_PLACES = 6;

/** How far an address may be from the point that it is found by. */
export const NEAR_METERS = 100;

/** Address parts in one line, without repeats. */
export function placeLabel(parts: readonly (string | undefined)[]): string {
  return [...new Set(parts.filter((part): part is string => part !== undefined && part !== ""))].join(", ");
}
