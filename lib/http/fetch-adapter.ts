import { PassThrough, Readable } from "node:stream";
import { type HttpRequest, type StreamOutput, Target } from "@/lib/http/http-request";
import type { Reply } from "@/lib/http/reply";
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

/** Runs a handler that writes a stream, and returns the response once it begins. */
export function toFetchStream(
  request: Request,
  serve: (request: HttpRequest, output: StreamOutput) => Promise<void>,
): Promise<Response> {
  return new Promise((resolve) => {
    void serve(fromFetchRequest(request), {
      isClosed: () => false,
      begin: ({ status, headers }) => {
        const body = new PassThrough();
        // A client that disconnects causes a stream error.
        body.on("error", () => {});
        resolve(new Response(Readable.toWeb(body) as ReadableStream, { status, headers }));
        return body;
      },
    });
  });
}
