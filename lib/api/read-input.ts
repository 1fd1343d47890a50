import type { Mode } from "@/lib/account-scope";
import type { PathParameter } from "@/lib/api/build-router";
import type { OperationDefinition, OperationInput } from "@/lib/api/operation";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import type { HttpRequest } from "@/lib/http/http-request";
import { parseFields } from "@/lib/http/issues";
import { parseQuery } from "@/lib/http/query";
import { parseJson } from "@/lib/http/request-body";

type Input = Pick<
  OperationInput<unknown, unknown, unknown>,
  "query" | "headers" | "body" | "sent" | "issues"
>;

/**
 * Returns the body as sent, of any shape; undefined for an operation without one.
 * @throws DomainError INVALID_PAYLOAD if it is not JSON in UTF-8, or exceeds the limits of JSON
 */
export function readSent(
  { body, isBodyOptional = false, maxBodyValues }: OperationDefinition,
  request: HttpRequest,
  bytes: Uint8Array = new Uint8Array(),
): unknown {
  if (body === undefined) return undefined;
  const json = parseJson(request, bytes, maxBodyValues);
  return json === undefined && isBodyOptional ? {} : json;
}

/**
 * Checks all parts of a request, so a 400 lists every problem.
 * @throws DomainError INVALID_PAYLOAD unless the operation judges its body; ORDER_NOT_FOUND
 */
export function readInput(
  operation: OperationDefinition,
  request: HttpRequest,
  {
    mode,
    parameter,
    sent,
  }: { readonly mode: Mode; readonly parameter: PathParameter; readonly sent: unknown },
): Input {
  const { headers, issues } = readTestHeaders(operation, request, mode);
  if (parameter.kind === "malformed")
    issues.push({ field: "external_order_id", message: "must be well-formed percent-encoded UTF-8" });
  let query: unknown;
  if (operation.query !== undefined) {
    const parsed = parseQuery(operation.query, request.target.searchParams);
    issues.push(...parsed.issues);
    query = parsed.query;
  }
  let body: unknown;
  if (operation.body !== undefined) {
    if (operation.isBodyJudged) return { query, headers, body, sent, issues };
    const parsed = parseFields(operation.body, sent);
    issues.push(...parsed.issues);
    body = parsed.data;
  }
  if (issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
  if (parameter.kind === "impossible") throw new DomainError("ORDER_NOT_FOUND");
  return { query, headers, body, sent, issues: [] };
}

function readTestHeaders(
  { isTestOnly = false, testHeaders }: OperationDefinition,
  request: HttpRequest,
  mode: Mode,
): { headers: unknown; issues: FieldIssue[] } {
  const issues: FieldIssue[] = [];
  if (isTestOnly && mode === "live") issues.push({ field: "Authorization", message: "must be a test key" });
  if (testHeaders === undefined) return { headers: undefined, issues };
  const sent = Object.keys(testHeaders.shape).flatMap((name) => {
    const value = request.header(name.toLowerCase());
    return value === null ? [] : [[name, value] as const];
  });
  if (mode === "live") {
    issues.push(...sent.map(([field]) => ({ field, message: "is only allowed with a test key; omit it" })));
    return { headers: {}, issues };
  }
  const parsed = parseFields(testHeaders, Object.fromEntries(sent));
  return { headers: parsed.data, issues: [...issues, ...parsed.issues] };
}
