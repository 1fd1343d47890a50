import type { Place } from "@/lib/geocoding/flat";

/** What something is called. */
export interface Names {
  readonly name: string;
  /** Null where the map has none. */
  readonly nameRu: string | null;
  /** Null where the name is in Latin letters already. */
  readonly nameEn: string | null;
  /** Older ones, and those in more languages. */
  readonly otherNames: readonly string[];
}

/** A settlement or a district. */
export interface AreaRow extends Names, Place {
  readonly id: number;
  readonly isDistrict: boolean;
}

/** A street, or whatever else houses are numbered by; its place is one on it. */
export interface StreetRow extends Names, Place {
  readonly id: number;
  readonly areaId: number | null;
  /** Set where another street of the area has the same name. */
  readonly districtId: number | null;
  readonly houses: number;
}

/** A straight piece of a street, at most MAX_PIECE_METERS long. */
export interface PieceRow {
  readonly streetId: number;
  readonly from: Place;
  readonly to: Place;
}

/** A house with its number. */
export interface HouseRow extends Place {
  readonly streetId: number;
  readonly number: number;
  /** As lib/geocoding/house-number.ts makes it. */
  readonly key: string;
  /** As it is written. */
  readonly label: string;
  /** Whether the place is only counted between known ones. */
  readonly isApproximate: boolean;
}

/** So that a piece within 100 m of a place has its middle within 200 m of it. */
export const MAX_PIECE_METERS = 200;
