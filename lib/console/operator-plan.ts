import type { UnplannedReason } from "@/lib/db/generated/enums";

/** What operators see of a waiting order's plan. Instants are ISO 8601. */
export type OperatorPlan =
  | {
      readonly courierId: string;
      readonly courierName: string;
      /** At the pickup. */
      readonly arrivesAt: string;
      readonly reason: null;
    }
  | {
      readonly courierId: null;
      readonly reason: UnplannedReason;
      /** When it lost its planned courier; null if it never had one. */
      readonly since: string | null;
    };
