/** A place found by a search, in the parts of an order's address. */
export interface FoundPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly area: string;
  readonly street: string;
  readonly building: string;
  /** The whole address in one line. */
  readonly label: string;
}

/** What to search for. */
export interface PlaceQuery {
  readonly text: string;
  readonly language: "ru" | "en";
  /** Places near this one come first. */
  readonly near: { readonly latitude: number; readonly longitude: number } | null;
}

/** Most places that one search returns. */
export const MAX_PLACES = 6;

/** Address parts in one line, without repeats. */
export function placeLabel(parts: readonly (string | undefined)[]): string {
  return [...new Set(parts.filter((part): part is string => part !== undefined && part !== ""))].join(", ");
}
