import { expect, it } from "vitest";
import { nextRequestDelayMs } from "@/components/ui/http-error";

it.each([
  [null, 15_000],
  ["5", 15_000],
  ["40", 40_000],
  ["86400", 300_000],
  ["soon", 15_000],
])("after a refusal with Retry-After %s the next request waits %d ms", (retryAfter, pause) => {
  expect(nextRequestDelayMs(15_000, retryAfter)).toBe(pause);
});
