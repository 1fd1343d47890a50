import type { TransportType } from "@/lib/couriers/vehicle";
import type { CargoSize } from "@/lib/pricing/cargo-size";

interface Window {
  readonly from: string;
  readonly to: string;
}

/** Instants are ISO 8601. */
export interface ShownCandidate {
  readonly id: string;
  readonly name: string;
  readonly transport: TransportType;
  readonly isOnShift: boolean;
  /** Whether the position is recent enough for the search. */
  readonly isHeardOf: boolean;
  /** The order that the courier must hand over first. */
  readonly busyWith: string | null;
  readonly isTooSmall: boolean;
  readonly way: { readonly seconds: number; readonly meters: number } | null;
  readonly arrival: (Window & { readonly at: string }) | null;
}

/** Instants are ISO 8601. */
export interface Reassignment {
  readonly code: string;
  readonly isPossible: boolean;
  readonly isTakeover: boolean;
  readonly size: CargoSize;
  readonly courier: { readonly name: string; readonly phone: string; readonly seenAt: string | null } | null;
  /** The street and building of the next recipient. */
  readonly door: string;
  readonly promised: Window | null;
  readonly isApproximate: boolean;
  readonly candidates: readonly ShownCandidate[];
}
