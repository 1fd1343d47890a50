import { describe, expect, it } from "vitest";
import { withSections } from "@/bench/report";

const DOCUMENT = `# Title

Words.

<!-- bench:one -->
old
<!-- /bench:one -->

More words.

<!-- bench:bar -->
<!-- /bench:bar -->
`;

const line = (what: string, measured: string, isReached = true) => ({
  what,
  measured,
  bar: "≥ 1",
  isReached,
});

describe("the report", () => {
  it("replaces the figures and keeps the words around them", () => {
    const written = withSections(DOCUMENT, [{ name: "one", text: "new" }]);
    expect(written).toBe(DOCUMENT.replace("old", "new"));
    expect(withSections(written, [{ name: "one", text: "new" }])).toBe(written);
  });

  it("keeps the lines of the bar that a benchmark does not measure", () => {
    const first = withSections(DOCUMENT, [{ name: "one", text: "", bar: [line("a", "1"), line("b", "2")] }]);
    const second = withSections(first, [{ name: "one", text: "", bar: [line("b", "0", false)] }]);
    expect(second).toContain("| a | 1 | ≥ 1 | reached |\n| b | 0 | ≥ 1 | missed |\n<!-- /bench:bar -->");
  });

  it("leaves out a section without a block", () => {
    expect(withSections(DOCUMENT, [{ name: "two", text: "new" }])).toBe(DOCUMENT);
  });

  it("refuses a block without an end", () => {
    const broken = DOCUMENT.replace("<!-- /bench:one -->", "");
    expect(() => withSections(broken, [{ name: "one", text: "new" }])).toThrow("bench:one");
  });
});
