import type { CargoSize } from "@/lib/pricing/cargo-size";

export const TRANSPORT_TYPES = ["foot", "bike", "car", "van"] as const;
export type TransportType = (typeof TRANSPORT_TYPES)[number];

/** The room that one dropoff's cargo takes, in units of an S. */
export const CARGO_UNITS: Readonly<Record<CargoSize, number>> = { S: 1, M: 4, L: 12, XL: 40 };

/**
 * The room of each vehicle in the same units. Each but the van holds three of the largest size that it takes at
 * all, or thereabouts; a van holds ten XL, the largest order that there may be, so none is beyond everybody.
 */
export const CAPACITY_UNITS: Readonly<Record<TransportType, number>> = {
  foot: 3,
  bike: 10,
  car: 36,
  van: 400,
};

/** Whether a courier who travels so can take cargo of all these sizes at once, one of each dropoff. */
export function canCarry(transport: TransportType, sizes: readonly CargoSize[]): boolean {
  return CAPACITY_UNITS[transport] >= sizes.reduce((units, size) => units + CARGO_UNITS[size], 0);
}

/** Every way to travel that takes cargo of all these sizes at once, the lightest first. */
export function transportsFor(sizes: readonly CargoSize[]): TransportType[] {
  return TRANSPORT_TYPES.filter((transport) => canCarry(transport, sizes));
}
