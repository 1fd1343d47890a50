import type { Candidate } from "@/lib/dispatch/list-candidates";
import type { CargoSize } from "@/lib/pricing/cargo-size";

interface Window {
  readonly from: string;
  readonly to: string;
}

/** Instants are ISO 8601. */
export interface CandidateView extends Omit<Candidate, "onwardSeconds"> {
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
  readonly candidates: readonly CandidateView[];
}
