export interface AddressMatch {
  readonly latitude: number;
  readonly longitude: number;
  readonly area: string;
  readonly street: string;
  readonly building: string;
  readonly label: string;
  /** Whether the point is an estimate: between known houses, or anywhere on the street. */
  readonly isApproximate: boolean;
  /** Whether another place has the same address, and neither the text nor `near` decides between them. */
  readonly isAmbiguous: boolean;
}

export const isExact = (place: Pick<AddressMatch, "isApproximate" | "isAmbiguous">): boolean =>
  !place.isApproximate && !place.isAmbiguous;

export interface ReverseMatch extends AddressMatch {
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

export const MAX_MATCHES = 6;

export const NEAR_METERS = 100;

export function formatAddress(parts: readonly (string | undefined)[]): string {
  return [...new Set(parts.filter((part): part is string => part !== undefined && part !== ""))].join(", ");
}
