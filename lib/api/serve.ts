import { OPERATIONS } from "@/lib/api/operations";
import { errorReply, type Reply } from "@/lib/http/envelope";
import { PREFIXES } from "@/lib/http/errors";
import type { HttpRequest } from "@/lib/http/http-request";
import { fromWeb, toWeb } from "@/lib/http/web-lane";
import { observeRequest } from "@/lib/metrics";
import { prefixOf, type Route, Routes } from "@/lib/operation/path";
import { type Identify, requestIdOf, runOperation } from "@/lib/operation/run-operation";
import { type Runtime, runtime } from "@/lib/process/runtime";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

const routes = new Routes(OPERATIONS);

/**
 * Answers any request under /v1: by the operation of its path and method, or with 404 or 405 in the envelope. Both
 * lanes use it, so they cannot differ.
 *
 * @param provide makes the runtime, only once a request has found its operation
 * @param identify finds the key where the request does not bring it
 */
export async function serve(
  request: HttpRequest,
  provide: () => Runtime = runtime,
  identify?: Identify,
): Promise<Reply> {
  const route = routes.find(request.target.pathname);
  const chosen = route?.operations.get(request.method === "HEAD" ? "GET" : request.method);
  if (route !== null && chosen !== undefined)
    return runOperation(chosen, route, request, provide(), identify);
  const headers = { "X-Request-Id": requestIdOf(request) };
  if (route !== null) {
    observeRequest("other", "method not allowed", 405, 0);
    return errorReply("METHOD_NOT_ALLOWED", route.prefix, { ...headers, Allow: allow(route) });
  }
  observeRequest("", "unknown", 404, 0);
  return errorReply("ROUTE_NOT_FOUND", prefixOf(request.target.pathname) ?? PREFIXES[0], headers);
}

/** The same for a web Request, on Next's lane. */
export async function serveApi(request: Request): Promise<Response> {
  return toWeb(await serve(fromWeb(request)), request.method);
}

function allow({ operations }: Route): string {
  return METHODS.filter((method) => operations.has(method === "HEAD" ? "GET" : method)).join(", ");
}
