import { CARGO_SIZES, type CargoSize } from "@/lib/pricing/cargo-size";

export const TRANSPORT_TYPES = ["foot", "bike", "car", "van"] as const;
export type TransportType = (typeof TRANSPORT_TYPES)[number];

/** The largest size that each carries. */
const CAPACITY: Readonly<Record<TransportType, CargoSize>> = { foot: "S", bike: "M", car: "L", van: "XL" };

/** Whether a courier who travels so can take cargo of this size. */
export function canCarry(transport: TransportType, size: CargoSize): boolean {
  return CARGO_SIZES.indexOf(CAPACITY[transport]) >= CARGO_SIZES.indexOf(size);
}

/** Every way to travel that takes cargo of this size, the lightest first. */
export function transportsFor(size: CargoSize): TransportType[] {
  return TRANSPORT_TYPES.filter((transport) => canCarry(transport, size));
}
