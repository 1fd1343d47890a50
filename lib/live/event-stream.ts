import { createHash } from "node:crypto";
import { systemClock } from "@/lib/clock";
import type { Topic } from "@/lib/live/announce";
import { type Hub, hub } from "@/lib/live/hub";

/** One state of what a stream shows: an identifier that is equal exactly when the content is, and the content. */
export interface Snapshot {
  readonly id: string;
  readonly data: string;
  /** Whether nothing can follow; the stream ends then. */
  readonly isFinal: boolean;
}

const ID_LENGTH = 16;

/** A state as a stream sends it. */
export function snapshotOf(state: unknown, isFinal = false): Snapshot {
  const data = JSON.stringify(state);
  const id = createHash("sha256").update(data).digest("base64url").slice(0, ID_LENGTH);
  return { id, data, isFinal };
}

const HEARTBEAT_MS = 15_000;
// Positions may come many times a second; nobody sees more than this.
const AT_MOST_EVERY_MS = 700;
const RETRY_MS = 3_000;

/**
 * Server-sent events of one changing thing (`event: state`): its present snapshot, then the next after every
 * change, as long as the reader stays. A reader that comes back with Last-Event-ID gets nothing that it has.
 * The time passes as well: a snapshot is also taken every 15 seconds. One that tells nothing new is told as an event of
 * its own (`event: heartbeat`, with the service's time): who hears neither knows that what they have may be old.
 *
 * @param read takes a snapshot; null when the thing is gone, which ends the stream
 * @param isAllowed whether the reader may still be told; false ends the stream. Asked after each reading, so that
 *   nobody is told anything newer than the moment that shut them out
 */
export function eventStream(
  request: Request,
  topics: readonly Topic[],
  read: () => Promise<Snapshot | null>,
  { isAllowed = async () => true, source = hub() }: { isAllowed?: () => Promise<boolean>; source?: Hub } = {},
): Response {
  const encoder = new TextEncoder();
  let stop = (): void => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let sent = request.headers.get("last-event-id");
      let isReading = false;
      let isStale = false;
      let isOver = false;
      let pause: NodeJS.Timeout | undefined;

      const write = (text: string): void => {
        if (!isOver) controller.enqueue(encoder.encode(text));
      };
      stop = () => {
        if (isOver) return;
        isOver = true;
        clearInterval(heartbeat);
        clearTimeout(pause);
        for (const unfollow of unfollows) unfollow();
        try {
          controller.close();
        } catch {
          // The reader has gone first.
        }
      };
      const allowed = async (): Promise<Snapshot | null> => {
        const snapshot = await read();
        return (await isAllowed()) ? snapshot : null;
      };
      const look = async (): Promise<void> => {
        if (isOver) return;
        if (isReading || pause !== undefined) {
          isStale = true;
          return;
        }
        isReading = true;
        isStale = false;
        // While the database is away the reader keeps what it has.
        const snapshot = await allowed().catch(() => undefined);
        isReading = false;
        if (snapshot === null) return stop();
        if (snapshot !== undefined) {
          const isNew = snapshot.id !== sent;
          sent = snapshot.id;
          if (isNew) write(`id: ${snapshot.id}\nevent: state\ndata: ${snapshot.data}\n\n`);
          else write(`event: heartbeat\ndata: ${systemClock.now().toISOString()}\n\n`);
        }
        if (snapshot?.isFinal) {
          write("event: end\ndata: \n\n");
          return stop();
        }
        pause = setTimeout(() => {
          pause = undefined;
          if (isStale) void look();
        }, AT_MOST_EVERY_MS);
      };
      const heartbeat = setInterval(() => void look(), HEARTBEAT_MS);
      const unfollows = [
        ...topics.map((topic) => source.follow(topic, () => void look())),
        source.onClose(() => stop()),
      ];
      request.signal.addEventListener("abort", stop);
      write(`retry: ${RETRY_MS}\n\n`);
      void look();
    },
    cancel() {
      stop();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-cache, no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}
