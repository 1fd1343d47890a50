import { expect, it } from "vitest";
import { findStyleIssues, RULES, readStyledFiles } from "@/scripts/style-rules";

it("at most two lines of a thousand have a habit that the style rules name", () => {
  const files = readStyledFiles();
  const lines = files.reduce((sum, { text }) => sum + text.split("\n").length, 0);
  const issues = findStyleIssues(files);
  expect(issues.slice(Math.floor(lines / 500)).join("\n")).toBe("");
});

it.each(RULES)("a line with the habit is found: $sample", ({ sample, advice }) => {
  const planted = [{ path: "lib/orders/order.ts", text: `const first = 1;\n${sample}\n` }];
  expect(findStyleIssues(planted)).toContain(`lib/orders/order.ts:2: ${advice}`);
});
