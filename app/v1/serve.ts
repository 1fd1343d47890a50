import { SpanKind } from "@opentelemetry/api";
import { findRoute } from "@/app/v1/operations";
import { type Identify, runOperation } from "@/lib/api/run-operation";
import { findPrefix, PREFIXES } from "@/lib/http/errors";
import { fromFetchRequest, toFetchResponse } from "@/lib/http/fetch-adapter";
import type { HttpRequest } from "@/lib/http/http-request";
import { errorReply, type Reply } from "@/lib/http/reply";
import { getRequestId } from "@/lib/http/request-id";
import { observeRequest } from "@/lib/metrics";
import { type Runtime, runtime } from "@/lib/process/runtime";
import { continueTrace, inSpan } from "@/lib/trace";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

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
  const { method, target } = request;
  const found = findRoute(target.pathname);
  const operation = found?.operations.get(method);
  if (found !== null && operation !== undefined) {
    const { route } = found;
    const attributes = () => ({ "http.request.method": method, "http.route": route });
    return continueTrace(request.header("traceparent"), () =>
      inSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes, toAttributes }, () =>
        runOperation(operation, found, request, provide(), identify),
      ),
    );
  }
  const headers = { "X-Request-Id": getRequestId(request.header("x-request-id")) };
  if (found !== null) {
    observeRequest("other", "method not allowed", 405, 0);
    const allowed = METHODS.filter((one) => found.operations.has(one)).join(", ");
    return errorReply("METHOD_NOT_ALLOWED", found.prefix, { ...headers, Allow: allowed });
  }
  observeRequest("", "unknown", 404, 0);
  return errorReply("ROUTE_NOT_FOUND", findPrefix(target.pathname) ?? PREFIXES[0], headers);
}

/** Serves a request to the API that reaches Next.js. */
export async function serveApi(request: Request): Promise<Response> {
  return toFetchResponse(await serve(fromFetchRequest(request)), request.method);
}
