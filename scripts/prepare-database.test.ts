import { describe, expect, it } from "vitest";
import { checkSettings } from "@/scripts/prepare-database";

const DATABASE_URL = "postgresql://user:pass@db/name";

describe("the settings of a start", () => {
  it.each([
    ["the embedded database gets the demo", {}, true],
    ["a database of one's own gets no demo", { DATABASE_URL }, false],
    ["a database of one's own gets the demo that is asked for", { DATABASE_URL, SEED_DEMO: "1" }, true],
    ["no demo is made where it is turned off", { SEED_DEMO: "0" }, false],
    ["an empty variable counts as absent", { DATABASE_URL: "", SEED_DEMO: "" }, true],
  ] as const)("%s", (_, variables, hasDemo) => {
    const settings = checkSettings(variables);
    expect(settings.hasDemo).toBe(hasDemo);
    // Simulated couriers carry live orders with the demo only.
    expect(settings.serverDefaults.SIMULATE_LIVE).toBe(hasDemo ? "1" : undefined);
  });

  it.each(["false", "no", "off", "true"])("a demo of %s is refused instead of guessed", (SEED_DEMO) => {
    expect(() => checkSettings({ SEED_DEMO })).toThrow(/^Wrong configuration\. SEED_DEMO: /);
  });
});
