import { getRequestId } from "@/lib/http/request-id";
import { logFailure } from "@/lib/log";

const CSV = "text/csv; charset=utf-8";

export const csvResponse = (content: string, name: string): Response => fileResponse(content, name, CSV);

export const csvStream = (
  request: Pick<Request, "headers">,
  pieces: AsyncGenerator<string>,
  name: string,
): Response => fileStream(request, pieces, name, CSV);

/**
 * Streams a file. If a piece fails, the failure is logged with the response's X-Request-Id, and the connection is closed
 * before the end, so that the client never takes a part for the whole file.
 */
export function fileStream(
  request: Pick<Request, "headers">,
  pieces: AsyncGenerator<string | Uint8Array>,
  name: string,
  type: string,
): Response {
  const requestId = getRequestId(request.headers.get("x-request-id"));
  const response = fileResponse(toStream(pieces, { request_id: requestId, file: name }), name, type);
  response.headers.set("X-Request-Id", requestId);
  return response;
}

/** `name` must be ASCII. */
export function fileResponse(content: BodyInit, name: string, type: string): Response {
  return new Response(content, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function toStream(
  pieces: AsyncGenerator<string | Uint8Array>,
  logged: Readonly<Record<string, string>>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  // Backpressure: reads the next batch only after the client has consumed the previous one.
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      } catch (error) {
        logFailure("export failed", error, logged);
        controller.error(error);
      }
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
