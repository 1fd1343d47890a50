import { OPERATIONS } from "@/lib/api/operations";
import { errorResponse } from "@/lib/http/envelope";
import { PREFIXES } from "@/lib/http/errors";
import { observeRequest } from "@/lib/metrics";
import type { Operation } from "@/lib/operation/operation";
import { matchesPath, prefixOf } from "@/lib/operation/path";
import { requestIdOf, runOperation } from "@/lib/operation/run-operation";
import { type Runtime, runtime } from "@/lib/process/runtime";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/**
 * Answers any request under /v1: by the operation of its path and method, or with 404 or 405 in the envelope. Both
 * lanes use it, so they cannot differ.
 */
export function serveApi(request: Request): Promise<Response> {
  return serve(request, runtime);
}

/** The same with the caller's own runtime, made only once a request has found its operation. */
export async function serve(request: Request, provide: () => Runtime): Promise<Response> {
  const { pathname } = new URL(request.url);
  const prefix = prefixOf(pathname);
  const candidates = OPERATIONS.filter(
    (operation) =>
      prefix !== null && operation.prefixes.includes(prefix) && matchesPath(operation.path, pathname),
  );
  const method = request.method === "HEAD" ? "GET" : request.method;
  const chosen = candidates.find((operation) => operation.method === method);
  if (chosen !== undefined) {
    const response = await runOperation(chosen, request, provide());
    return request.method === "HEAD" ? new Response(null, response) : response;
  }
  const headers = { "X-Request-Id": requestIdOf(request) };
  const isUnknown = candidates.length === 0;
  observeRequest(
    isUnknown ? "" : "other",
    isUnknown ? "unknown" : "method not allowed",
    isUnknown ? 404 : 405,
    0,
  );
  return isUnknown
    ? errorResponse("ROUTE_NOT_FOUND", prefix ?? PREFIXES[0], headers)
    : errorResponse("METHOD_NOT_ALLOWED", prefix ?? PREFIXES[0], { ...headers, Allow: allow(candidates) });
}

function allow(operations: readonly Operation[]): string {
  const methods = operations.map((operation): string => operation.method);
  return METHODS.filter((method) => methods.includes(method === "HEAD" ? "GET" : method)).join(", ");
}
