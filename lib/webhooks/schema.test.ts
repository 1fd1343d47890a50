import { describe, expect, it } from "vitest";
import { deliveryIds, pastedMessage } from "@/lib/webhooks/schema";

describe("a pasted message", () => {
  const parseProblem = (headers: string, body: string) =>
    pastedMessage.safeParse({ headers, body }).error?.issues.map(({ path, message }) => [path[0], message]);

  it.each([
    ["both parts at their limits are accepted", "h".repeat(8 * 1024), "b".repeat(256 * 1024), undefined],
    [
      "a body one byte too long in two-byte letters is rejected",
      "h",
      `${"ы".repeat(128 * 1024)}b`,
      [["body", "size_256"]],
    ],
    ["headers one byte too long are rejected", "h".repeat(8 * 1024 + 1), "b", [["headers", "size_8"]]],
    [
      "two empty parts are rejected",
      " ",
      "\r\n",
      [
        ["headers", "required"],
        ["body", "required"],
      ],
    ],
  ])("is required and limited in size: %s", (_, headers, body, problem) => {
    expect(parseProblem(headers, body)).toEqual(problem);
  });

  it("keeps every byte except the line ends changed by the form", () => {
    expect(pastedMessage.parse({ headers: "a\r\nb", body: " {\r\n}\r\n" })).toEqual({
      headers: "a\nb",
      body: " {\n}\n",
    });
  });
});

describe("selected deliveries", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(",");

  it.each([
    ["1,2,1", [1n, 2n]],
    ["", undefined],
    ["1,", undefined],
    ["1,x", undefined],
    [many(51), undefined],
  ])("are parsed or rejected correctly for the list '%s'", (text, ids) => {
    expect(deliveryIds.safeParse(text).data).toEqual(ids);
  });

  it("can number fifty at most", () => {
    expect(deliveryIds.parse(many(50))).toHaveLength(50);
  });
});
