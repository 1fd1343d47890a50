import type { TransportType } from "@/lib/couriers/vehicle";
import type { CargoSize } from "@/lib/pricing/cargo-size";

interface Window {
  readonly from: string;
  readonly to: string;
}

/** A courier whom an order may be given to. Instants are ISO 8601. */
export interface ShownCandidate {
  readonly id: string;
  readonly name: string;
  readonly transport: TransportType;
  readonly isOnShift: boolean;
  /** Whether where they were seen is recent enough for the search, too. */
  readonly isHeardOf: boolean;
  /** The order that they hand over first; they can take no other until then. */
  readonly busyWith: string | null;
  readonly isTooSmall: boolean;
  readonly way: { readonly seconds: number; readonly meters: number } | null;
  /** When they would be at the next recipient, and what that recipient would be told; null while that is unknown. */
  readonly arrival: (Window & { readonly at: string }) | null;
}

/** What the sheet for giving an order to a courier shows. Instants are ISO 8601. */
export interface Reassignment {
  readonly code: string;
  /** Whether the order can still be given to a courier. */
  readonly isPossible: boolean;
  /** Whether the goods are under way, so that they change hands. */
  readonly isTakeover: boolean;
  readonly size: CargoSize;
  readonly courier: { readonly name: string; readonly phone: string; readonly seenAt: string | null } | null;
  /** The street and building of the next recipient, and what they have been told; null while nothing is known. */
  readonly door: string;
  readonly promised: Window | null;
  readonly isApproximate: boolean;
  readonly candidates: readonly ShownCandidate[];
}
