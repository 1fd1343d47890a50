import type { OrderStatus } from "@/lib/orders/order";
import { SCENARIOS, type Scenario } from "@/lib/sandbox/scenario";

/** An event that was sent to an endpoint, and the status of each answer; null where none came. */
export interface RunDelivery {
  readonly event: string;
  readonly state: "pending" | "succeeded" | "failed";
  readonly answers: readonly (number | null)[];
}

/** An order that has gone through a scenario, or is doing so. */
export interface Run {
  readonly scenario: Scenario;
  readonly isManual: boolean;
  readonly at: Date;
  readonly externalOrderId: string;
  readonly orderCode: string;
  readonly status: OrderStatus;
  /** Whether its goods are still on the way back. */
  readonly isReturning: boolean;
  /** Whether it was reported that nobody is found for it. */
  readonly isNotFoundTold: boolean;
  readonly deliveries: readonly RunDelivery[];
}

/**
 * What is still missing of a scenario: nothing (`passed`), an order, one that was not moved by hand, its end, an
 * endpoint that is told, answers, or right ones.
 */
export const VERDICTS = [
  "passed",
  "not_run",
  "by_hand",
  "under_way",
  "no_endpoint",
  "awaiting",
  "refused",
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What an account's latest order of a scenario has shown; undefined: it has none. */
export function verdictOn(run: Run | undefined): Verdict {
  if (run === undefined) return "not_run";
  if (run.isManual) return "by_hand";
  if (!isOver(run)) return "under_way";
  const states = run.deliveries.map(({ state }) => state);
  if (states.length === 0) return "no_endpoint";
  if (states.includes("failed")) return "refused";
  return states.includes("pending") ? "awaiting" : "passed";
}

function isOver({ scenario, status, isReturning, isNotFoundTold }: Run): boolean {
  if (scenario === "no_courier" && isNotFoundTold) return true;
  return (status === "delivered" || status === "cancelled") && !isReturning;
}

/** Every scenario with its latest order and the verdict on it. An account is certified when all have passed. */
export function certificationOf(
  runs: readonly Run[],
): { scenario: Scenario; run: Run | undefined; verdict: Verdict }[] {
  return SCENARIOS.map((scenario) => {
    const run = runs.find((one) => one.scenario === scenario);
    return { scenario, run, verdict: verdictOn(run) };
  });
}
