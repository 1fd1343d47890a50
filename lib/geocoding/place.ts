/** A place found by a search, in the parts of an order's address. */
export interface FoundPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly area: string;
  readonly street: string;
  readonly building: string;
  /** The whole address in one line. */
  readonly label: string;
  /** Whether the point is an estimate: between known houses, or anywhere on the street. */
  readonly isApproximate: boolean;
}

/** A place found from a point. */
export interface NearPlace extends FoundPlace {
  /** Distance from the point. */
  readonly distanceMeters: number;
}

/** A point to look up. */
export interface PointQuery {
  readonly latitude: number;
  readonly longitude: number;
  readonly language: PlaceQuery["language"];
}

/** What to search for. */
export interface PlaceQuery {
  readonly text: string;
  /** The language of the names; null for the local one. */
  readonly language: "ru" | "en" | null;
  /** Places near this one come first. */
  readonly near: { readonly latitude: number; readonly longitude: number } | null;
  /** The most places to return; MAX_PLACES by default. */
  readonly limit?: number;
}

/** The most places that a search returns by default. */
export const MAX_PLACES = 6;

/** The furthest that an address may be from the point looked up. */
export const NEAR_METERS = 100;

/** Address parts in one line, without repeats. */
export function placeLabel(parts: readonly (string | undefined)[]): string {
  return [...new Set(parts.filter((part): part is string => part !== undefined && part !== ""))].join(", ");
}
