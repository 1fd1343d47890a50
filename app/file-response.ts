/** Responds with a CSV file; a generator is streamed. */
export const csvResponse = (content: string | AsyncGenerator<string>, name: string): Response =>
  fileResponse(typeof content === "string" ? content : toStream(content), name, "text/csv; charset=utf-8");

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

function toStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  // Backpressure: reads the next batch only after the client has consumed the previous one.
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
