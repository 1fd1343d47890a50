import type { Point } from "@/lib/geocoding/planar-geometry";

export interface Names {
  readonly name: string;
  readonly nameRu: string | null;
  readonly nameEn: string | null;
  readonly otherNames: readonly string[];
}

export interface AreaRow extends Names, Point {
  readonly id: number;
  readonly isDistrict: boolean;
}

export interface StreetRow extends Names, Point {
  readonly id: number;
  readonly areaId: number | null;
  /** Set if another street in the area has the same name. */
  readonly districtId: number | null;
  readonly houses: number;
}

export interface PieceRow {
  readonly streetId: number;
  readonly from: Point;
  readonly to: Point;
}

export interface HouseRow extends Point {
  readonly streetId: number;
  readonly number: number;
  /** As built by lib/geocoding/house-number.ts. */
  readonly key: string;
  readonly label: string;
  /** Whether the place is interpolated between known houses. */
  readonly isApproximate: boolean;
}

/** Ensures that a piece within 100 m of a place has its middle within 200 m of it. */
export const MAX_PIECE_METERS = 200;
