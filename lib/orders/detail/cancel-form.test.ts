import { describe, expect, it } from "vitest";
import { cancelForm } from "@/lib/orders/schema";

const problems = (values: Record<string, string>) =>
  cancelForm.safeParse(values).error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("a submitted cancellation form", () => {
  it.each([
    ["a suggestion", { choice: "too_late", reason: "", comment: "" }, { reason: "too_late", comment: null }],
    [
      "a suggestion and ignores the hidden reason field",
      { choice: "duplicate", reason: "r".repeat(300), comment: " why\r\nnot " },
      { reason: "duplicate", comment: "why\nnot" },
    ],
    [
      "a typed reason of 255 characters, regardless of its bytes",
      { choice: "other", reason: "\u{1F69A}".repeat(255) },
      { reason: "\u{1F69A}".repeat(255), comment: null },
    ],
    [
      "2000 characters of comment, counting a line end as one",
      { choice: "other", reason: "a", comment: `${"1\r\n".repeat(998)}1234` },
      { reason: "a", comment: `${"1\n".repeat(998)}1234` },
    ],
    [
      "the reason without characters that the database cannot store",
      { choice: "other", reason: "a\u0000b" },
      { reason: "ab", comment: null },
    ],
  ])("keeps %s", (_, values, kept) => {
    expect(cancelForm.parse(values)).toEqual(kept);
  });

  it.each([
    ["a missing choice", {}, [["choice", "required"]]],
    ["a choice that is not offered", { choice: "unspecified" }, [["choice", "required"]]],
    ["a blank custom reason", { choice: "other", reason: " \r\n" }, [["reason", "required"]]],
    [
      "both texts when they are too long",
      { choice: "other", reason: "r".repeat(256), comment: "c".repeat(2001) },
      [
        ["reason", "too_long"],
        ["comment", "too_long"],
      ],
    ],
    [
      "a missing choice together with a comment that is too long",
      { comment: "c".repeat(2001) },
      [
        ["choice", "required"],
        ["comment", "too_long"],
      ],
    ],
  ])("rejects %s and reports all problems at once", (_, values, issues) => {
    expect(problems(values as Record<string, string>)).toEqual(issues);
  });
});
