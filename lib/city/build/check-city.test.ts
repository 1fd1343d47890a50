import { describe, expect, it } from "vitest";
import { checkTable } from "@/lib/city/build/check-city";

const body = (answer: object): string => JSON.stringify(answer);

describe("the road engine's response to the check of a city", () => {
  it("passes where one way leads from one place to another", () => {
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
  ])("fails for its roads where none does: $code", (answer) => {
    expect(() => checkTable(body(answer))).toThrow(/lead nowhere/);
  });

  it.each(["InvalidQuery", "InternalError"])("names a refusal of another kind: %s", (code) => {
    expect(() => checkTable(body({ code, message: "The reason." }))).toThrow(
      `Its roads cannot be checked: the road engine responds ${code}: The reason.`,
    );
  });
});
