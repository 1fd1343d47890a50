import type { Run } from "@/lib/sandbox/list-scenario-runs";
import { SCENARIOS, type Scenario } from "@/lib/sandbox/scenario";

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

export function scenarioVerdict(run: Run | undefined): Verdict {
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

export function getCertification(
  runs: readonly Run[],
): { scenario: Scenario; run: Run | undefined; verdict: Verdict }[] {
  return SCENARIOS.map((scenario) => {
    const run = runs.find((one) => one.scenario === scenario);
    return { scenario, run, verdict: scenarioVerdict(run) };
  });
}
