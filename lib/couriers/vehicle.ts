import * as enums from "@/lib/db/generated/enums";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import type { Profile } from "@/lib/routing/osrm";

export const TRANSPORT_TYPES = Object.values(enums.TransportType);
export type TransportType = (typeof TRANSPORT_TYPES)[number];

/** Space that one dropoff's cargo takes, in units of an S. */
export const CARGO_UNITS: Readonly<Record<CargoSize, number>> = { S: 1, M: 4, L: 12, XL: 40 };

/** In the same units. A van must hold ten XL, the largest possible order. */
export const CAPACITY_UNITS: Readonly<Record<TransportType, number>> = {
  foot: 3,
  bike: 10,
  car: 36,
  van: 400,
};

export function canCarry(transport: TransportType, sizes: readonly CargoSize[]): boolean {
  return CAPACITY_UNITS[transport] >= sizes.reduce((units, size) => units + CARGO_UNITS[size], 0);
}

export function transportsFor(sizes: readonly CargoSize[]): TransportType[] {
  return TRANSPORT_TYPES.filter((transport) => canCarry(transport, sizes));
}

/** In meters per second. Couriers on foot also take buses. */
const FASTEST: Readonly<Record<TransportType, number>> = { foot: 10, bike: 17, car: 42, van: 42 };

/** The highest speed in meters per second at which a courier moves; that of a car if the vehicle is unknown. */
export function getFastest(transport: string | null): number {
  return FASTEST[TRANSPORT_TYPES.find((type) => type === transport) ?? "car"];
}

const PROFILES: Readonly<Record<TransportType, Profile>> = {
  foot: "foot",
  bike: "bike",
  car: "driving",
  van: "driving",
};

export const getProfile = (transport: TransportType): Profile => PROFILES[transport];
