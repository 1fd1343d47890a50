import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "@/app/v1/operations";
import { COMMON_ERRORS } from "@/lib/api/errors";
import { type ErrorCode, PREFIXES, toApiError } from "@/lib/http/errors";
import { errorReply } from "@/lib/http/reply";

/** Status, id and code of each error, as docs/api-contract.md lists them. */
const LISTED = [
  ...readFileSync("docs/api-contract.md", "utf8").matchAll(
    /^\| ERR-\d+ \| (\d{3}) \| `([^`]+)` \| `([^`]+)` \|/gm,
  ),
].map(([, status, id, code]) => ({ status: Number(status), id, code: code as ErrorCode }));

describe("an error", () => {
  it("has the status, the id and the code that the contract specifies (ERR-1–5, ERR-11–33, ERR-35–36)", () => {
    const answerable: ErrorCode[] = [
      ...OPERATIONS.flatMap(({ errors }) => errors),
      ...COMMON_ERRORS,
      "ROUTE_NOT_FOUND",
      "METHOD_NOT_ALLOWED",
    ];
    expect(LISTED.map(({ code }) => code).sort()).toEqual([...new Set(answerable)].sort());
    for (const { status, id, code } of LISTED) {
      for (const prefix of PREFIXES) {
        const reply = errorReply(code, prefix, {});
        const own = code === "INVALID_PAYLOAD" ? `validation.${prefix}_payload_invalid` : id;
        expect([reply.status, JSON.parse(reply.body)]).toEqual([
          status,
          {
            success: false,
            error: { id: own, code, message: toApiError(code, prefix).message, details: "[]" },
          },
        ]);
      }
    }
    const issue = { field: "dropoffs.0.address.latitude", message: "must be at most 90" };
    expect(JSON.parse(errorReply("INVALID_PAYLOAD", "partner", {}, [issue]).body).error).toMatchObject({
      message: "dropoffs.0.address.latitude: must be at most 90",
      details: JSON.stringify([issue]),
    });
  });
});
