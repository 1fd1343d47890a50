import type { AuditCall } from "@/lib/audit/call";
import type { Clock } from "@/lib/clock";
import type { DispatchSettings } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import type { Router } from "@/lib/routing/route-trip";

export type Actor =
  | { readonly type: "key"; readonly id: string }
  | { readonly type: "user"; readonly id: string }
  | { readonly type: "courier"; readonly id: string }
  | { readonly type: "recipient"; readonly id: string }
  | { readonly type: "operator"; readonly id: string }
  | { readonly type: "job"; readonly id: string }
  | { readonly type: "simulator"; readonly id: string };

export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly router: Router;
  readonly actor: Actor;
  readonly publicUrl: string;
  readonly dispatch: DispatchSettings;
  /** What `db` records changes under. */
  readonly audit?: AuditCall;
}
