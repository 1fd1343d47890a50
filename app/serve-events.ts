import { openMap, openOrder, openOrders, streamActiveCounts } from "@/app/dashboard/open-events";
import { openAnyOrder, openBoard } from "@/app/ops/open-events";
import { openTracking } from "@/app/t/open-tracking";
import { openStateEvents } from "@/lib/courier-app/serve-courier";
import { toFetchStream } from "@/lib/http/fetch-adapter";
import type { HttpRequest, StreamOutput } from "@/lib/http/http-request";
import type { Reply } from "@/lib/http/reply";
import { runtime } from "@/lib/process/runtime";
import { type StreamRequest, serveStream } from "@/lib/streams/event-stream";
import { findUrl, type StreamPattern } from "@/lib/urls";

type OpenStream = (request: HttpRequest, name: string) => Promise<StreamRequest | Reply>;

const STREAMS: Readonly<Record<StreamPattern, OpenStream>> = {
  "/t/:token/events": openTracking,
  "/courier/events": openStateEvents,
  "/dashboard/orders/events": openOrders,
  "/dashboard/orders/:code/events": openOrder,
  "/dashboard/map/events": openMap,
  "/dashboard/open/events": streamActiveCounts,
  "/ops/events": openBoard,
  "/ops/orders/:code/events": openAnyOrder,
};

/** Serves the stream of a URL to either adapter. */
export async function serveEvents(request: HttpRequest, output: StreamOutput): Promise<void> {
  if (request.method !== "GET") {
    output.begin({ status: 405, headers: { Allow: "GET" } }).end();
    return;
  }
  const { url, params } = findUrl(request.target.pathname);
  const open = STREAMS[url.pattern as StreamPattern];
  await serveStream(
    async () =>
      // The client may disconnect while the stream waits to be opened.
      output.isClosed()
        ? { status: 404, headers: {}, body: "" }
        : open(request, params.token ?? params.code ?? ""),
    (head) => output.begin(head),
    runtime().hub,
  );
}

/** The handler of Next.js for every stream. */
export const streamEvents = (request: Request): Promise<Response> => toFetchStream(request, serveEvents);
