import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LOCALES } from "@/lib/locale/locale";
import scenarios from "@/lib/reference/scenarios.json";
import { SCENARIOS } from "@/lib/sandbox/scenario";
import { GUIDES, testingGuide } from "@/scripts/testing-guide";
import type { RehearsedScenario } from "@/testing/rehearse";

it("every scenario has been rehearsed", () => {
  expect(scenarios.map(({ scenario }) => scenario)).toEqual(SCENARIOS);
});

it.each(LOCALES)("the guide in %s tells what was rehearsed; npm run rehearse writes it", (locale) => {
  expect(readFileSync(GUIDES[locale], "utf8")).toBe(testingGuide(locale, scenarios as RehearsedScenario[]));
});
