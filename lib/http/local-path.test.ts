import { describe, expect, it } from "vitest";
import { localPath } from "@/lib/http/local-path";

describe("a redirect parameter", () => {
  it.each(["/ops", "/ops/orders?mode=test", "/"])("with the value %s stays on this site", (path) => {
    expect(localPath(path)).toBe(path);
  });

  it.each([
    null,
    undefined,
    "",
    "ops",
    "//example.com",
    "/\\example.com",
    "/\t/example.com",
    "https://example.com/ops",
    "javascript:alert(1)",
    "/..//example.com",
  ])("with the value %s is ignored", (path) => {
    expect(localPath(path)).toBeNull();
  });
});
