import type { UnplannedReason } from "@/lib/db/generated/enums";

/** A waiting order's plan as operators see it. Instants are ISO 8601. */
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
