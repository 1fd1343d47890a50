import { describe, expect, it } from "vitest";
import { classifyRequest } from "@/lib/http/classify-request";

/** A request as Node parses it: `headers` has the first of several Host headers. */
const request = (url: string, ...hosts: string[]) => {
  const headers = hosts[0] === undefined ? {} : { host: hosts[0] };
  return { method: "GET", url, headers, rawHeaders: hosts.flatMap((host) => ["hOST", host]) };
};

describe("the request classifier", () => {
  it.each(["/v1/partner/ping", "/healthz", "/dashboard", "http://x/v1/partner/ping"])(
    "refuses %s with two Host headers, whether equal or not",
    (url) => {
      expect(classifyRequest(request(url, "x"))).not.toHaveProperty("refusal");
      for (const second of ["x", "y"]) {
        expect(classifyRequest(request(url, "x", second))).toMatchObject({ refusal: "bad-host" });
      }
    },
  );
});
