import { describe, expect, it } from "vitest";
import { maskBody } from "@/lib/api/request-log/mask";
import { getFieldErrors } from "@/lib/api/request-log/request-text";

const refused = (details: unknown[]) =>
  maskBody(
    { success: false, error: { id: "x.y", code: "X", message: "m", details: JSON.stringify(details) } },
    "answer",
  );

describe("the field errors of a refused request", () => {
  it("are read from its logged details", () => {
    const issues = [{ field: "dropoffs.0.address.street", message: "is required" }];
    expect(getFieldErrors(refused(issues))).toEqual(issues);
  });

  it("are empty when the refusal has none, when they are hidden, and for a success", () => {
    expect(getFieldErrors(refused([]))).toEqual([]);
    expect(getFieldErrors(refused([{ field: "Анна", message: "must be specified only once" }]))).toEqual([]);
    expect(getFieldErrors('{"success":true,"data":{}}')).toEqual([]);
    expect(getFieldErrors(null)).toEqual([]);
  });
});
