import { readCity } from "@/lib/city/city";
import { config } from "@/lib/config";
import type { Bounds } from "@/lib/orders/form/trip-question";

/** The bounds of the served city; null without one. */
export const findServedBounds = (): Bounds | null => readCity(config().dataDir)?.bounds ?? null;
