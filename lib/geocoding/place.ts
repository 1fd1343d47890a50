export interface FoundPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly area: string;
  readonly street: string;
  readonly building: string;
  readonly label: string;
  /** Whether the point is an estimate: between known houses, or anywhere on the street. */
  readonly isApproximate: boolean;
}

export interface NearPlace extends FoundPlace {
  readonly distanceMeters: number;
}

export interface PointQuery {
  readonly latitude: number;
  readonly longitude: number;
  readonly language: PlaceQuery["language"];
}

export interface PlaceQuery {
  readonly text: string;
  readonly language: "ru" | "en" | null;
  readonly near: { readonly latitude: number; readonly longitude: number } | null;
  readonly limit?: number;
}

export const MAX_PLACES = 6;

export const NEAR_METERS = 100;

export function placeLabel(parts: readonly (string | undefined)[]): string {
  return [...new Set(parts.filter((part): part is string => part !== undefined && part !== ""))].join(", ");
}
