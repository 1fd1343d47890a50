import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { maskBody } from "@/lib/requests/mask";
import { curlOf, fieldErrorsOf } from "@/lib/requests/request-text";

const refused = (details: unknown[]) =>
  maskBody(
    { success: false, error: { id: "x.y", code: "X", message: "m", details: JSON.stringify(details) } },
    "answer",
  );

describe("the fields that a refusal names", () => {
  it("are read from its logged details", () => {
    const issues = [{ field: "dropoffs.0.address.street", message: "is required" }];
    expect(fieldErrorsOf(refused(issues))).toEqual(issues);
  });

  it("are none when a refusal names none, when they are hidden, and in a success", () => {
    expect(fieldErrorsOf(refused([]))).toEqual([]);
    expect(fieldErrorsOf(refused([{ field: "Анна", message: "must be given once" }]))).toEqual([]);
    expect(fieldErrorsOf('{"success":true,"data":{}}')).toEqual([]);
    expect(fieldErrorsOf(null)).toEqual([]);
  });
});

describe("a call as a command line", () => {
  it("is one command, whatever is in its path and body", () => {
    const path = "/v1/partner/orders/it's$(id)`id`";
    const requestBody = `{"area":"it's \\"$HOME\\""}`;
    const command = curlOf({ method: "PUT", path, requestBody }, "http://localhost:3000");
    const shown = execFileSync("sh", ["-c", command.replace(/^curl/, "printf '%s\\n'")], {
      encoding: "utf8",
    });
    expect(shown.split("\n")).toEqual([
      "-X",
      "PUT",
      `http://localhost:3000${path}`,
      "-H",
      "Authorization: Bearer <API_KEY>",
      "-H",
      "Content-Type: application/json",
      "--data",
      requestBody,
      "",
    ]);
  });

  it("has no body when the call had none", () => {
    expect(curlOf({ method: "GET", path: "/v1/partner/ping", requestBody: null }, "http://h")).toBe(
      "curl -X GET 'http://h/v1/partner/ping' \\\n  -H 'Authorization: Bearer <API_KEY>'",
    );
  });
});
