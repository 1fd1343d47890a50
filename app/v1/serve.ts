import { SpanKind } from "@opentelemetry/api";
import { findOperation } from "@/app/v1/operations";
import { readPath } from "@/lib/api-runtime/path";
import { getRequestId, type Identify, runOperation } from "@/lib/api-runtime/run-operation";
import { errorReply, type Reply } from "@/lib/http/envelope";
import { fromFetchRequest, toFetchResponse } from "@/lib/http/fetch-adapter";
import type { HttpRequest } from "@/lib/http/http-request";
import { observeRequest } from "@/lib/metrics";
import { type Runtime, runtime } from "@/lib/process/runtime";
import { continueTrace, inSpan } from "@/lib/trace";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

const toAttributes = ({ status, headers }: Reply) => ({
  "http.response.status_code": status,
  "dropline.request_id": headers["X-Request-Id"],
});

/** Serves any request under /v1: runs its operation, or responds with 404 or 405 in the envelope. Both adapters use it. */
export async function serve(
  request: HttpRequest,
  provide: () => Runtime = runtime,
  identify?: Identify,
): Promise<Reply> {
  const path = readPath(request.target.pathname);
  const chosen = findOperation(request.method, path.route);
  if (chosen !== undefined) {
    const { method } = request;
    const attributes = () => ({ "http.request.method": method, "http.route": path.route });
    return continueTrace(request.header("traceparent"), () =>
      inSpan(`${method} ${path.route}`, { kind: SpanKind.SERVER, attributes, toAttributes }, () =>
        runOperation(chosen, path, request, provide(), identify),
      ),
    );
  }
  const headers = { "X-Request-Id": getRequestId(request) };
  const allowed = METHODS.filter((method) => findOperation(method, path.route) !== undefined);
  if (allowed.length > 0) {
    observeRequest("other", "method not allowed", 405, 0);
    return errorReply("METHOD_NOT_ALLOWED", path.prefix, { ...headers, Allow: allowed.join(", ") });
  }
  observeRequest("", "unknown", 404, 0);
  return errorReply("ROUTE_NOT_FOUND", path.prefix, headers);
}

export async function serveApi(request: Request): Promise<Response> {
  return toFetchResponse(await serve(fromFetchRequest(request)), request.method);
}
