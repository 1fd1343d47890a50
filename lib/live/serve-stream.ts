import { isUnavailable } from "@/lib/db/failure";
import type { Reply } from "@/lib/http/envelope";
import { ERRORS } from "@/lib/http/errors";
import { type Head, NO_PLACE, openStream, type Sink, type Watch } from "@/lib/live/event-stream";
import type { Hub } from "@/lib/live/hub";
import { logFailure } from "@/lib/log";

/** Answers with the stream, its refusal, or 503 with Retry-After when the database is unavailable. */
export async function serveStream(
  open: () => Promise<Watch | Reply>,
  begin: (head: Head) => Sink,
  source: Hub,
): Promise<void> {
  const opened = await source.admit(open).catch(failed);
  if (opened === null) begin(NO_PLACE).end();
  else if ("status" in opened) begin(opened).end(opened.body);
  else openStream(opened, begin, source);
}

function failed(error: unknown): Reply {
  const { retryAfter } = ERRORS.SERVICE_UNAVAILABLE;
  const headers = { "Cache-Control": "no-store" };
  if (isUnavailable(error))
    return { status: 503, headers: { ...headers, "Retry-After": String(retryAfter) }, body: "" };
  logFailure("stream not opened", error);
  return { status: 500, headers, body: "" };
}
