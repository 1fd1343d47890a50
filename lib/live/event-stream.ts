import { systemClock } from "@/lib/clock";
import { type Hub, hub, type Shown } from "@/lib/live/hub";
import type { Snapshot } from "@/lib/live/snapshot";

const RETRY_MS = 3_000;
// Readers of a stopping process reconnect to the others, but not all at once.
const RETRY_AFTER_STOP_MS = 500;
const REFUSED_FOR_SECONDS = 20;
// Other readers who join cause a new read, which is no news to this reader.
const HEARTBEATS_APART_MS = 5_000;

/** What a stream shows, and to whom. */
export interface Watch extends Shown {
  /** Who holds the stream; nobody may hold more than `PLACES_OF_A_READER`. */
  readonly reader: string;
  /**
   * Whether the reader may still see it; false ends the stream. Checked after each read, so that nobody sees anything
   * newer than the moment that shut them out.
   */
  readonly isAllowed?: () => Promise<boolean>;
}

/**
 * Server-sent events of one changing thing (`event: state`): its current snapshot, then the next after every change,
 * while the reader stays. A reader who returns with Last-Event-ID gets nothing they already have. When time passes
 * without a change, an `event: heartbeat` says so, with the service's time: a reader who gets neither knows that their
 * state may be old. 503 with Retry-After when the reader or the process has too many streams; pages then poll instead.
 */
export function eventStream(
  request: Request,
  { reader, isAllowed = async () => true, ...shown }: Watch,
  source: Hub = hub(),
): Response {
  const giveBack = source.takePlace(reader);
  if (giveBack === null) {
    const headers = { "Retry-After": String(REFUSED_FOR_SECONDS), "Cache-Control": "no-store" };
    return new Response(null, { status: 503, headers });
  }
  const encoder = new TextEncoder();
  let stop = (): void => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let sent = request.headers.get("last-event-id");
      let waiting: Snapshot | null | undefined;
      let saidAt = Number.NEGATIVE_INFINITY;
      let isTelling = false;
      let isOver = false;
      let leave = (): void => {};

      const write = (text: string): void => {
        if (!isOver) controller.enqueue(encoder.encode(text));
      };
      const tell = async (): Promise<void> => {
        if (isTelling) return;
        isTelling = true;
        while (waiting !== undefined && !isOver) {
          const snapshot = waiting;
          waiting = undefined;
          // While the database is down the reader keeps the last state.
          const isIn = await isAllowed().catch(() => undefined);
          if (snapshot === null || isIn === false) stop();
          else if (isIn) send(snapshot);
        }
        isTelling = false;
      };
      const send = (snapshot: Snapshot): void => {
        const isNew = snapshot.id !== sent;
        sent = snapshot.id;
        if (!isNew && performance.now() - saidAt < HEARTBEATS_APART_MS) return;
        saidAt = performance.now();
        if (isNew) write(`id: ${snapshot.id}\nevent: state\ndata: ${snapshot.data}\n\n`);
        else write(`event: heartbeat\ndata: ${systemClock.now().toISOString()}\n\n`);
        if (!snapshot.isFinal) return;
        write("event: end\ndata: \n\n");
        stop();
      };
      stop = () => {
        if (isOver) return;
        isOver = true;
        giveBack();
        leave();
        callOff();
        try {
          controller.close();
        } catch {
          // The reader left first.
        }
      };
      const callOff = source.onClose(() => {
        write(`retry: ${RETRY_AFTER_STOP_MS + Math.round(Math.random() * RETRY_MS)}\n\n`);
        stop();
      });
      write(`retry: ${RETRY_MS}\n\n`);
      leave = source.show(shown, (snapshot) => {
        waiting = snapshot;
        void tell();
      });
      if (request.signal.aborted) stop();
      else request.signal.addEventListener("abort", stop);
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
