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

  const post = (url: string, headers: Readonly<Record<string, string>>) =>
    classifyRequest({ method: "POST", url, headers: { host: "own.example", ...headers }, rawHeaders: [] });

  it.each(["multipart/form-data; boundary=b", "MULTIPART/FORM-DATA; boundary=b", "Multipart/Form-Data"])(
    "refuses a form of another site in %s",
    (type) => {
      const from = (origin: string) => post("/sign-in", { "content-type": type, origin });
      expect(from("https://evil.example")).toMatchObject({ refusal: "foreign-form" });
      expect(from("https://own.example")).not.toHaveProperty("refusal");
    },
  );

  it("refuses arguments of an action at a URL without a page", () => {
    for (const headers of [{ "next-action": "a" }, { "content-type": "multipart/form-data; boundary=b" }])
      expect(post("/nowhere", headers)).toMatchObject({ refusal: "no-such-address" });
    expect(
      post("/api/auth/signin/oidc", { "content-type": "application/x-www-form-urlencoded" }),
    ).not.toHaveProperty("refusal");
  });
});
