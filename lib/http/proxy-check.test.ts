import { expect, it } from "vitest";
import { ProxyCheck } from "@/lib/http/proxy-check";

it.each([
  [0, "http://drop.example", null, true],
  [0, "http://drop.example", "::ffff:203.0.113.7", true],
  [0, "http://drop.example", "198.51.100.1", false],
  [0, "https://drop.example", null, false],
  [1, "https://drop.example", "203.0.113.7", true],
  [1, "https://drop.example", "198.51.100.1, 203.0.113.7", false],
  [2, "https://drop.example", "203.0.113.7", false],
  [1, "https://drop.example", null, false],
  [1, "http://drop.example", "203.0.113.7", false],
] as const)(
  "with PROXY_HOPS=%s at %s, X-Forwarded-For %s is trusted: %s",
  (hops, url, forwardedFor, expected) => {
    expect(new ProxyCheck(hops).isAddressTrusted({ forwardedFor, address: "203.0.113.7" }, url)).toBe(
      expected,
    );
  },
);

it.each([
  [0, {}, null],
  [0, { "x-forwarded-for": "203.0.113.7" }, "unexpected_header"],
  [0, { "x-forwarded-for": "203.0.113.7", rsc: "1" }, null],
  [1, {}, "missing_header"],
  [1, { "x-forwarded-for": "203.0.113.7" }, null],
] as const)("with PROXY_HOPS=%s, a request with %o shows the problem %s", (hops, headers, problem) => {
  const check = new ProxyCheck(hops);
  check.check(headers);
  expect(check.problem).toBe(problem);
});
