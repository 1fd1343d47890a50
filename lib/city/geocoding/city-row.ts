import { cityAreas, cityHouses, cityStreets } from "@/lib/db/generated/columns";
import { pick, type RowOf } from "@/lib/db/row";
import type { Point } from "@/lib/point";

export interface Names {
  readonly name: string;
  readonly nameRu: string | null;
  readonly nameEn: string | null;
  readonly otherNames: readonly string[];
}

export const AREA = pick(cityAreas, "id name nameRu nameEn otherNames isDistrict latitude longitude");
export type AreaRow = Readonly<Omit<RowOf<typeof AREA>, keyof Names>> & Names;

/** `districtId` is set if another street in the area has the same name. */
export const STREET = pick(
  cityStreets,
  "id name nameRu nameEn otherNames areaId districtId latitude longitude houses",
);
export type StreetRow = Readonly<Omit<RowOf<typeof STREET>, keyof Names>> & Names;

export interface PieceRow {
  readonly streetId: number;
  readonly from: Point;
  readonly to: Point;
}

/** `key` is built by lib/city/geocoding/house-number.ts; `isApproximate`: the place is between known houses. */
export const HOUSE = pick(cityHouses, "streetId number key label latitude longitude isApproximate");
export type HouseRow = Readonly<RowOf<typeof HOUSE>>;

/** Places with the same number on streets of the same name are two houses if they are further apart than this. */
export const SAME_HOUSE_METERS = 200;

/** Ensures that a piece within 100 m of a place has its middle within 200 m of it. */
export const MAX_PIECE_METERS = 200;
