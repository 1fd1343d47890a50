import { expect, it } from "vitest";
import { checkSubject } from "@/scripts/check-commits.mjs";

it.each([
  ["orders: cancel in one statement", 0],
  ["Cancel orders", 1],
  ["orders: cancel in one statement; add a test", 1],
  [`orders: ${"a".repeat(65)}`, 1],
])("the commit check counts the problems of the subject %s", (subject, count) => {
  expect(checkSubject(subject)).toHaveLength(count);
});
