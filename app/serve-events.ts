import type { IncomingMessage, ServerResponse } from "node:http";
import { openMap, openOpenCounts, openOrder, openOrders } from "@/app/dashboard/open-events";
import { openAnyOrder, openBoard } from "@/app/ops/open-events";
import { openTracking } from "@/app/t/open-events";
import { openStateEvents } from "@/lib/courier-app/serve-courier";
import { type Asked, askedOf } from "@/lib/http/asked";
import type { Reply } from "@/lib/http/envelope";
import type { Watch } from "@/lib/live/event-stream";
import { serveStream } from "@/lib/live/serve-stream";

type Open = (asked: Asked, name: string) => Promise<Watch | Reply>;

/** The group is the stream's parameter. */
const STREAMS: readonly (readonly [path: RegExp, open: Open])[] = [
  [/^\/t\/([^/]+)\/events$/, openTracking],
  [/^\/courier\/events$/, openStateEvents],
  [/^\/dashboard\/orders\/events$/, openOrders],
  [/^\/dashboard\/orders\/([^/]+)\/events$/, openOrder],
  [/^\/dashboard\/map\/events$/, openMap],
  [/^\/dashboard\/open\/events$/, openOpenCounts],
  [/^\/ops\/events$/, openBoard],
  [/^\/ops\/orders\/([^/]+)\/events$/, openAnyOrder],
];

export function serveEvents(message: IncomingMessage, response: ServerResponse): void {
  if (message.method !== "GET") {
    response.writeHead(405, { Allow: "GET" }).end();
    return;
  }
  const asked = askedOf(message);
  const { pathname } = new URL(asked.url);
  void serveStream(
    async () => {
      // A client that has left while others were looked up is skipped.
      for (const [path, open] of response.destroyed ? [] : STREAMS) {
        const match = path.exec(pathname);
        if (match !== null) return open(asked, match[1] ?? "");
      }
      return { status: 404, headers: {}, body: "" };
    },
    ({ status, headers }) => response.writeHead(status, headers),
  );
}
