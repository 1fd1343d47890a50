import type { IncomingMessage, ServerResponse } from "node:http";
import { MAX_FORM_BYTES } from "@/lib/http/max-form-bytes";
import { writeReply } from "@/lib/http/node-adapter";

const WRITES = ["setHeader", "appendHeader", "removeHeader", "flushHeaders", "writeHead", "write", "end"];

/** Responds with 413 to a chunked form over MAX_FORM_BYTES. To Next the client disconnects; its output is dropped. */
export function refuseLargeForm(request: IncomingMessage, response: ServerResponse): void {
  const { push } = request;
  // Next replaces these methods with compressing ones.
  const { writeHead, end } = response;
  let size = 0;
  let isRefused = false;
  request.push = (chunk, encoding) => {
    size += chunk?.length ?? 0;
    if (isRefused) return true;
    if (size <= MAX_FORM_BYTES || response.headersSent) return push.call(request, chunk, encoding);
    isRefused = true;
    Object.assign(response, { writeHead, end });
    writeReply(request, response, { status: 413, body: "", headers: { "Cache-Control": "no-store" } }, []);
    Object.assign(response, Object.fromEntries(WRITES.map((name) => [name, () => response])));
    return true;
  };
}
