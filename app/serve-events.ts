import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { openMap, openOpenCounts, openOrder, openOrders } from "@/app/dashboard/open-events";
import { openAnyOrder, openBoard } from "@/app/ops/open-events";
import { openTracking } from "@/app/t/open-events";
import { openStateEvents } from "@/lib/courier-app/serve-courier";
import { type Asked, askedOf } from "@/lib/http/asked";
import type { Reply } from "@/lib/http/envelope";
import { type Head, serveStream, type Watch } from "@/lib/live/event-stream";
import { runtime } from "@/lib/process/runtime";
import { findUrl, type StreamPattern } from "@/lib/urls";

type Open = (asked: Asked, name: string) => Promise<Watch | Reply>;

const STREAMS: Readonly<Record<StreamPattern, Open>> = {
  "/t/:token/events": openTracking,
  "/courier/events": openStateEvents,
  "/dashboard/orders/events": openOrders,
  "/dashboard/orders/:code/events": openOrder,
  "/dashboard/map/events": openMap,
  "/dashboard/open/events": openOpenCounts,
  "/ops/events": openBoard,
  "/ops/orders/:code/events": openAnyOrder,
};

export function serveEvents(message: IncomingMessage, response: ServerResponse): void {
  if (message.method !== "GET") {
    response.writeHead(405, { Allow: "GET" }).end();
    return;
  }
  const asked = askedOf(message);
  // A client may have left while others were looked up.
  const open = async () => (response.destroyed ? { status: 404, headers: {}, body: "" } : openAsked(asked));
  void serveStream(open, ({ status, headers }) => response.writeHead(status, headers), runtime().hub);
}

/** The same for Next's lane, as a web response. */
export function streamEvents(request: Request): Promise<Response> {
  return new Promise((answer) => {
    const begin = ({ status, headers }: Head) => {
      const body = new PassThrough();
      // A reader who leaves ends it with an error.
      body.on("error", () => {});
      answer(new Response(Readable.toWeb(body) as ReadableStream, { status, headers }));
      return body;
    };
    void serveStream(() => openAsked(request), begin, runtime().hub);
  });
}

function openAsked(asked: Asked): Promise<Watch | Reply> {
  const { url, params } = findUrl(new URL(asked.url).pathname);
  return STREAMS[url.pattern as StreamPattern](asked, params.token ?? params.code ?? "");
}
