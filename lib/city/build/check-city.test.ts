import { describe, expect, it } from "vitest";
import { checkTable } from "@/lib/city/build/check-city";

const body = (answer: object): string => JSON.stringify(answer);

describe("the check of a city's roads", () => {
  it("passes when one road leads from one place to another", () => {
    const durations = [
      [0, null],
      [70, 0],
    ];
    expect(() => checkTable(body({ code: "Ok", durations }))).not.toThrow();
  });

  it.each([
    { code: "Ok", durations: [[0, null]] },
    { code: "NoTable", message: "No path could be found" },
    { code: "NoSegment", message: "No suitable edges near location" },
  ])("reports unusable roads when no route is found: $code", (answer) => {
    expect(() => checkTable(body(answer))).toThrow(/lead nowhere/);
  });

  it.each(["InvalidQuery", "InternalError"])("reports any other error code of the engine: %s", (code) => {
    expect(() => checkTable(body({ code, message: "The reason." }))).toThrow(
      `Its roads cannot be checked: the road engine responds ${code}: The reason.`,
    );
  });
});
