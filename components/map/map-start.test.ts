import { describe, expect, it } from "vitest";
import { chooseMapStart } from "@/components/map/map-start";

describe("the map over a picture", () => {
  it.each([
    ["a device that reports nothing", {}],
    ["a good connection", { saveData: false, effectiveType: "4g", memoryGb: 8, cores: 8 }],
    ["a modest phone", { effectiveType: "4g", memoryGb: 2, cores: 2 }],
  ])("opens automatically on %s", (_, means) => expect(chooseMapStart(means)).toBe("by itself"));

  it.each([
    ["data is saved", { saveData: true, effectiveType: "4g" }],
    ["the connection is slow", { effectiveType: "3g" }],
    ["the connection is very slow", { effectiveType: "slow-2g" }],
    ["there is little memory", { effectiveType: "4g", memoryGb: 1 }],
    ["there is one core", { effectiveType: "4g", cores: 1 }],
  ])("opens only on request if %s", (_, means) => expect(chooseMapStart(means)).toBe("on demand"));
});
