import { findServedBounds } from "@/app/find-served-bounds";

// Bounds of the European part of Russia.
const WIDE = { west: 27, south: 44, east: 60, north: 66 };

export const mapBounds = () => findServedBounds() ?? WIDE;
