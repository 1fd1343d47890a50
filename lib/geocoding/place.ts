/** A place that a search has found, in the parts that an order's address has. */
export interface FoundPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly area: string;
  readonly street: string;
  readonly building: string;
  /** All of it in one line. */
  readonly label: string;
}

/** What is looked for. */
export interface PlaceQuery {
  readonly text: string;
  readonly language: "ru" | "en";
  /** Places near this one come first. */
  readonly near: { readonly latitude: number; readonly longitude: number } | null;
}

/** Most places that one search answers with. */
export const MAX_PLACES = 6;

/** Parts of an address in one line, each once. */
export function placeLabel(parts: readonly (string | undefined)[]): string {
  return [...new Set(parts.filter((part): part is string => part !== undefined && part !== ""))].join(", ");
}
