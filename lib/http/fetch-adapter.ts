import type { Reply } from "@/lib/http/envelope";
import { type HttpRequest, Target } from "@/lib/http/http-request";
import { readWebBody } from "@/lib/http/request-body";

export function fromFetchRequest(request: Request): HttpRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: new Target(pathname, search),
    header: (name) => request.headers.get(name),
    readBody: (maxBytes) => readWebBody(request, maxBytes),
  };
}

export function toFetchResponse({ status, body, headers }: Reply, method: string): Response {
  return new Response(method === "HEAD" || body === "" ? null : body, { status, headers });
}
