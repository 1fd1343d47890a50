import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { openMap, openOrder, openOrders, streamActiveCounts } from "@/app/dashboard/open-events";
import { openAnyOrder, openBoard } from "@/app/ops/open-events";
import { openTracking } from "@/app/t/open-events";
import { openStateEvents } from "@/lib/courier-app/serve-courier";
import type { Reply } from "@/lib/http/envelope";
import { type RequestLike, toRequestLike } from "@/lib/http/request-like";
import { runtime } from "@/lib/process/runtime";
import { type ResponseHead, type StreamRequest, serveStream } from "@/lib/streams/event-stream";
import { findUrl, type StreamPattern } from "@/lib/urls";

type OpenStream = (request: RequestLike, name: string) => Promise<StreamRequest | Reply>;

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

export function serveEvents(message: IncomingMessage, response: ServerResponse): void {
  if (message.method !== "GET") {
    response.writeHead(405, { Allow: "GET" }).end();
    return;
  }
  const requested = toRequestLike(message);
  // The client may disconnect during an asynchronous lookup.
  const open = async () =>
    response.destroyed ? { status: 404, headers: {}, body: "" } : openStream(requested);
  void serveStream(open, ({ status, headers }) => response.writeHead(status, headers), runtime().hub);
}

/** Serves the stream from a Next route handler, as a web response. */
export function streamEvents(request: Request): Promise<Response> {
  return new Promise((answer) => {
    const begin = ({ status, headers }: ResponseHead) => {
      const body = new PassThrough();
      // A client that disconnects causes a stream error.
      body.on("error", () => {});
      answer(new Response(Readable.toWeb(body) as ReadableStream, { status, headers }));
      return body;
    };
    void serveStream(() => openStream(request), begin, runtime().hub);
  });
}

function openStream(request: RequestLike): Promise<StreamRequest | Reply> {
  const { url, params } = findUrl(new URL(request.url).pathname);
  return STREAMS[url.pattern as StreamPattern](request, params.token ?? params.code ?? "");
}
