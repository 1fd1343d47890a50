import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import scenarios from "@/lib/docs/scenarios.json";
import { SCENARIOS } from "@/lib/sandbox/scenario";
import { buildSandboxGuide, SANDBOX_GUIDE } from "@/scripts/sandbox-guide";
import type { TestScenario } from "@/testing/run-scenarios";

it("the sandbox guide records every scenario", () => {
  expect(scenarios.map(({ scenario }) => scenario)).toEqual(SCENARIOS);
});

it("docs/sandbox.md equals the recorded scenarios, as npm run record-scenarios writes it", () => {
  expect(readFileSync(SANDBOX_GUIDE, "utf8")).toBe(buildSandboxGuide(scenarios as TestScenario[]));
});
