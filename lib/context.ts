import type { Clock } from "@/lib/clock";
import type { DispatchSettings } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import type { Router } from "@/lib/routing/route-trip";

/** Who acts. Recorded with every status change. */
export type Actor =
  | { readonly type: "key"; readonly id: string }
  | { readonly type: "user"; readonly id: string }
  | { readonly type: "courier"; readonly id: string }
  /** The recipient of a dropoff, by its number, counted from 1. */
  | { readonly type: "recipient"; readonly id: string }
  | { readonly type: "operator"; readonly id: string }
  | { readonly type: "job"; readonly id: string }
  | { readonly type: "simulator"; readonly id: string };

/** What every verb gets besides its own arguments. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly router: Router;
  readonly actor: Actor;
  /** Base address of the public pages, without a trailing slash. */
  readonly publicUrl: string;
  /** How orders find their couriers. */
  readonly dispatch: DispatchSettings;
}
