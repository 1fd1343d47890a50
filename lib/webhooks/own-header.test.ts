import { describe, expect, it } from "vitest";
import { REDACTED_VALUE, readOwnHeaders, writeOwnHeaders } from "@/lib/webhooks/own-header";

describe("headers that an account adds", () => {
  it.each<[string, ReturnType<typeof readOwnHeaders>]>([
    ["", { headers: [] }],
    ["  \n\r\n ", { headers: [] }],
    ["X-Api-Key: a:b c", { headers: [{ name: "X-Api-Key", value: "a:b c" }] }],
    [
      "Authorization:Bearer x\r\nX-Shop:  7 ",
      {
        headers: [
          { name: "Authorization", value: "Bearer x" },
          { name: "X-Shop", value: "7" },
        ],
      },
    ],
    [`X-Api-Key: ${REDACTED_VALUE}`, { headers: [{ name: "X-Api-Key", value: null }] }],
    ["no colon", { problem: "header_line" }],
    [": value", { problem: "header_line" }],
    ["X Y: value", { problem: "header_name" }],
    ["Имя: value", { problem: "header_name" }],
    [`${"x".repeat(65)}: value`, { problem: "header_name" }],
    ["X-Api-Key:", { problem: "header_value" }],
    ["X-Api-Key: значение", { problem: "header_value" }],
    ["X-Api-Key: a\u0000b", { problem: "header_value" }],
    ["X-Api-Key: a\rX-Other: b", { problem: "header_value" }],
    [`X-Api-Key: ${"x".repeat(1_001)}`, { problem: "header_value" }],
    ["X-A: 1\nx-a: 2", { problem: "header_twice" }],
    [Array.from({ length: 11 }, (_, index) => `X-${index}: v`).join("\n"), { problem: "headers_many" }],
  ])("are parsed from %j as %j", (text, read) => {
    expect(readOwnHeaders(text)).toEqual(read);
  });

  it.each([
    "Host",
    "Content-Length",
    "content-type",
    "Transfer-Encoding",
    "Connection",
    "Webhook-Signature",
    "webhook-id",
    "Proxy-Authorization",
    "User-Agent",
  ])("cannot include %s, which the service or HTTP sets", (name) => {
    expect(readOwnHeaders(`${name}: x`)).toEqual({ problem: "header_reserved" });
  });

  it("are displayed without their values, and keep them when submitted again", () => {
    const shown = writeOwnHeaders(["X-Api-Key", "X-Shop"]);
    expect(readOwnHeaders(shown)).toEqual({
      headers: [
        { name: "X-Api-Key", value: null },
        { name: "X-Shop", value: null },
      ],
    });
    expect(writeOwnHeaders([])).toBe("");
  });
});
