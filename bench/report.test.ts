import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  formatInteger,
  isReached,
  ms,
  times,
  toBarCells,
  toBarLine,
  toMeasure,
  withSections,
} from "@/bench/report";

const DOCUMENT = `# Title

Words.

<!-- bench:one -->
old
<!-- /bench:one -->

More words.

<!-- bench:bar -->
<!-- /bench:bar -->
`;

const line = (what: string, value: number) => toBarLine(what, toMeasure(value, "≥", 1, formatInteger));

describe("the report", () => {
  it("replaces the figures and keeps the words around them", () => {
    const written = withSections(DOCUMENT, [{ name: "one", text: "new" }]);
    expect(written).toBe(DOCUMENT.replace("old", "new"));
    expect(withSections(written, [{ name: "one", text: "new" }])).toBe(written);
  });

  it("replaces the bar of a benchmark, and keeps those of others in their place", () => {
    const first = withSections(DOCUMENT, [
      { name: "one", text: "", bar: [line("a", 1), line("b", 2)] },
      { name: "two", text: "", bar: [line("c", 3)] },
    ]);
    const second = withSections(first, [{ name: "one", text: "", bar: [line("b", 0)] }]);
    expect(second).toContain(
      "| --- | --- | ---: | ---: | --- |\n| one | b | 0 | ≥ 1 | missed |\n| two | c | 3 | ≥ 1 | reached |\n<!--",
    );
  });

  it("leaves out a section without a block", () => {
    expect(withSections(DOCUMENT, [{ name: "two", text: "new" }])).toBe(DOCUMENT);
  });

  it("refuses a block without an end", () => {
    const broken = DOCUMENT.replace("<!-- /bench:one -->", "");
    expect(() => withSections(broken, [{ name: "one", text: "new" }])).toThrow("bench:one");
  });
});

describe("a bar", () => {
  it("is missed by any value beyond its limit, however close", () => {
    for (const [value, sign, limit] of [
      [4_999, "≥", 5_000],
      [0.799, "≥", 0.8],
      [50, "<", 50],
      [1.201, "≤", 1.2],
      [1, "=", 0],
      [Number.NaN, "≥", 1],
      [Number.NaN, "≤", 1],
      [Number.NaN, "=", 0],
    ] as const) {
      const missed = toBarLine("what", toMeasure(value, sign, limit, String));
      expect([value, isReached(missed), toBarCells(missed).at(-1)]).toEqual([value, false, "missed"]);
    }
  });

  it("is reached by its limit", () => {
    for (const [value, sign] of [
      [5, "≥"],
      [5, "≤"],
      [4, "<"],
      [5, "="],
    ] as const) {
      expect(toBarCells(toBarLine("what", toMeasure(value, sign, 5, String))).at(-1)).toBe("reached");
    }
  });

  it("with several measures is reached only by all, and names those that fall short", () => {
    const cheapButSlow = toBarLine(
      "create",
      toMeasure(0.87, "≥", 0.8, times, "calls by CPU time"),
      toMeasure(0.56, "≥", 0.8, times, "calls a second"),
      toMeasure(1.83, "≤", 1.25, times, "p99"),
    );
    expect(toBarCells(cheapButSlow)).toEqual([
      "create",
      "0.87 × calls by CPU time; 0.56 × calls a second; 1.83 × p99",
      "≥ 0.80 ×; ≥ 0.80 ×; ≤ 1.25 ×",
      "missed: calls a second, p99",
    ]);
  });

  it("that no measured value can miss is refused", () => {
    expect(() => toMeasure(1, "≥", 0, ms)).toThrow("cannot fail");
    expect(() => toMeasure(1, "≤", Number.POSITIVE_INFINITY, ms)).toThrow("cannot fail");
    expect(() => toMeasure(1, "<", Number.NaN, ms)).toThrow("cannot fail");
  });
});

/** Whether the shown values keep the shown limits. */
function judgeShown(measured: string, limits: string): boolean {
  const numbers = (text: string) =>
    text.split("; ").map((part) => Number(/\d[\d,.]*/.exec(part)?.[0].replaceAll(",", "")));
  const values = numbers(measured);
  return limits.split("; ").every((limit, index) => {
    const [sign] = limit.split(" ");
    const [value = Number.NaN, bound = Number.NaN] = [values[index], numbers(limit)[0]];
    return sign === "≥"
      ? value >= bound
      : sign === "≤"
        ? value <= bound
        : sign === "<"
          ? value < bound
          : value === bound;
  });
}

it("the published figures have the verdicts that follow from them, and bars that can fail", () => {
  const document = readFileSync("docs/performance.md", "utf8");
  const block = document.slice(
    document.indexOf("<!-- bench:bar -->"),
    document.indexOf("<!-- /bench:bar -->"),
  );
  const rows = block
    .split("\n")
    .filter((row) => row.startsWith("| "))
    .slice(2);
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const [, , what, measured = "", limits = "", verdict = ""] = row.split("|").map((cell) => cell.trim());
    expect([what, verdict.split(":")[0]]).toEqual([
      what,
      judgeShown(measured, limits) ? "reached" : "missed",
    ]);
    expect(limits).not.toMatch(/≥ 0(\.0+)?( |$)/);
  }
});
