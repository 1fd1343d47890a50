import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { holdResponse } from "@/lib/pages/held-response";

const OF_THE_OTHER_BODY = ["content-encoding", "content-type", "transfer-encoding", "etag"];

/**
 * Has a page answer 400 where it would answer 500 because the body of a form is not the multipart/form-data that it is
 * said to be. Next does not tell such a failure from any other. Bodies are bounded by MAX_FORM_BYTES.
 */
export function refuseMalformedForm(request: IncomingMessage, response: ServerResponse): void {
  const type = request.headers["content-type"] ?? "";
  if (request.method !== "POST" || !/^multipart\/form-data/i.test(type)) return;
  const chunks: Buffer[] = [];
  const { push } = request;
  request.push = (chunk, encoding) => {
    if (chunk !== null) chunks.push(chunk);
    return push.call(request, chunk, encoding);
  };
  const isFailed = () => response.statusCode === 500 && !response.headersSent;
  holdResponse(response, isFailed, async (body, ended) => {
    if (!request.complete && !request.destroyed) await once(request.resume(), "close").catch(() => {});
    const isForm = await new Response(Buffer.concat(chunks), { headers: { "Content-Type": type } })
      .formData()
      .then(() => true)
      .catch(() => false);
    if (isForm) return void response.end(body, ended);
    for (const name of OF_THE_OTHER_BODY) response.removeHeader(name);
    response.writeHead(400, { "Cache-Control": "no-store", "Content-Length": "0" }).end(ended);
  });
}
