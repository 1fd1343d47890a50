import type { Actor } from "@/lib/actor";
import type { AuditCall } from "@/lib/audit/call";
import type { Clock } from "@/lib/clock";
import type { DispatchSettings } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import type { Planner } from "@/lib/dispatch/planner";
import type { Router } from "@/lib/routing/router";

export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly router: Router;
  readonly actor: Actor;
  readonly publicUrl: string;
  readonly dispatch: DispatchSettings;
  /** Plans what operators ask for. */
  readonly planner: Planner;
  /** What `db` records changes under. */
  readonly audit?: AuditCall;
}
