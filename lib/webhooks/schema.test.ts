import { describe, expect, it } from "vitest";
import { deliveryIds, pastedMessage } from "@/lib/webhooks/schema";

describe("a pasted message", () => {
  const parseProblem = (headers: string, body: string) =>
    pastedMessage.safeParse({ headers, body }).error?.issues.map(({ path, message }) => [path[0], message]);

  it.each([
    ["the most", "h".repeat(8 * 1024), "b".repeat(256 * 1024), undefined],
    ["letters of two bytes, one too many", "h", `${"ы".repeat(128 * 1024)}b`, [["body", "size_256"]]],
    ["headers one byte too long", "h".repeat(8 * 1024 + 1), "b", [["headers", "size_8"]]],
    [
      "nothing",
      " ",
      "\r\n",
      [
        ["headers", "required"],
        ["body", "required"],
      ],
    ],
  ])("has a limit: %s", (_, headers, body, problem) => {
    expect(parseProblem(headers, body)).toEqual(problem);
  });

  it("keeps every byte but the line ends of the form that sent it", () => {
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
  ])("%s", (text, ids) => {
    expect(deliveryIds.safeParse(text).data).toEqual(ids);
  });

  it("are at most fifty", () => {
    expect(deliveryIds.parse(many(50))).toHaveLength(50);
  });
});
