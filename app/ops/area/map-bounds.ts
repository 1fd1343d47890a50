import { readCity } from "@/lib/city/city";
import { config } from "@/lib/config";

// Bounds of the European part of Russia.
const WIDE = { west: 27, south: 44, east: 60, north: 66 };

export const mapBounds = () => readCity(config().dataDir)?.bounds ?? WIDE;
