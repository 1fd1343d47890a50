import type { Writable } from "node:stream";
import { systemClock } from "@/lib/clock";
import { isUnavailable } from "@/lib/db/pg-errors";
import { ERRORS } from "@/lib/http/errors";
import type { Reply, ResponseHead } from "@/lib/http/reply";
import { logFailure } from "@/lib/log";
import {
  type Hub,
  heartbeatAt,
  type StreamConnection,
  type StreamSource,
  type StreamSubscription,
} from "@/lib/streams/hub";
import type { ReaderRole } from "@/lib/streams/stream-limiter";
import type { EncodedSnapshot } from "@/lib/streams/subject";

const RETRY_MS = 3_000;
const RETRY = Buffer.from(`retry: ${RETRY_MS}\n\n`);
// Readers of a stopping process reconnect to other processes, spread over time.
const RETRY_AFTER_STOP_MS = 500;
const REFUSED_FOR_SECONDS = 20;
// A reader that receives nothing for 60 s is gone, or tries to exhaust memory.
const STUCK_AFTER_MS = 60_000;

export interface StreamRequest extends StreamSource {
  /** Each reader holds at most `MAX_STREAMS_PER_READER` streams. */
  readonly reader: string;
  readonly role: ReaderRole;
  readonly lastEventId: string | null;
  /** False ends the stream. Checked after each read, so that no reader sees a state newer than the revocation. */
  readonly isAllowed?: () => Promise<boolean>;
}

export const TOO_MANY_STREAMS: ResponseHead = {
  status: 503,
  headers: { "Retry-After": String(REFUSED_FOR_SECONDS), "Cache-Control": "no-store" },
};

export type Sink = Pick<Writable, "write" | "end" | "destroy" | "destroyed" | "on">;

/** `state` after every change, else `heartbeat`. Last-Event-ID skips a known state. 503 with Retry-After when full. */
export function openStream<Sent extends Sink>(
  watch: StreamRequest,
  begin: (head: ResponseHead) => Sent,
  source: Hub,
): Sent {
  const giveBack = source.takePlace(watch.role, watch.reader);
  if (giveBack === null) {
    const refused = begin(TOO_MANY_STREAMS);
    refused.end();
    return refused;
  }
  const sink = begin({
    status: 200,
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-cache, no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
  new EventStream(watch, sink, giveBack).open(source, watch);
  return sink;
}

class EventStream implements StreamConnection {
  readonly #sink: Sink;
  readonly #giveBack: () => void;
  readonly #isAllowed: (() => Promise<boolean>) | undefined;
  #membership: StreamSubscription | undefined;
  #sent: string | null;
  #waiting: EncodedSnapshot | null | undefined;
  #stuckSince: number | undefined;
  #owesHeartbeat = true;
  #isAsking = false;
  #isOver = false;

  constructor(watch: StreamRequest, sink: Sink, giveBack: () => void) {
    this.#sink = sink;
    this.#giveBack = giveBack;
    this.#isAllowed = watch.isAllowed;
    this.#sent = watch.lastEventId;
    sink.on("close", () => this.#stop());
    sink.on("drain", () => this.#drained());
  }

  open(source: Hub, shown: StreamSource): void {
    // The reader may have disconnected while the stream was looked up.
    if (this.#sink.destroyed) {
      this.#stop();
      return;
    }
    this.#write(RETRY);
    this.#membership = source.join(this, shown);
    // The first notification may have ended the stream.
    if (this.#isOver) this.#membership.leave();
  }

  tell(update: EncodedSnapshot | null): void {
    this.#waiting = update;
    this.#pass();
  }

  beat(heartbeat: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#stuckSince !== undefined) {
      if (performance.now() - this.#stuckSince > STUCK_AFTER_MS) this.#sink.destroy();
      return;
    }
    this.#owesHeartbeat = true;
    if (this.#waiting === undefined) this.#asked(() => this.#beat(heartbeat));
    else this.#pass();
  }

  close(): void {
    this.#write(Buffer.from(`retry: ${RETRY_AFTER_STOP_MS + Math.round(Math.random() * RETRY_MS)}\n\n`));
    this.#stop();
  }

  /** Sends the waiting update unless the socket is still blocked; only the newest update is kept. */
  #pass(): void {
    if (this.#waiting === undefined || this.#stuckSince !== undefined || this.#isOver) return;
    if (this.#waiting === null) this.#stop();
    else this.#asked(() => this.#send());
  }

  /** Continues if the reader may still see the state; if the check fails, the reader keeps the last state. */
  #asked(then: () => void): void {
    if (this.#isAllowed === undefined) {
      then();
      return;
    }
    // A check that began before the newest state was read runs again afterwards.
    if (this.#isAsking) return;
    this.#isAsking = true;
    const requested = this.#waiting;
    this.#isAllowed().then(
      (isIn) => {
        this.#isAsking = false;
        if (!isIn) this.#stop();
        else if (this.#waiting === requested) then();
        else this.#pass();
      },
      () => {
        this.#isAsking = false;
        if (this.#waiting !== requested) this.#pass();
      },
    );
  }

  #send(): void {
    const update = this.#waiting;
    if (this.#isOver || update === undefined || update === null) return;
    this.#waiting = undefined;
    if (update.id !== this.#sent) {
      this.#sent = update.id;
      this.#write(update.bytes);
      // The first state comes with the service's time, so that a reader with a wrong clock computes ages correctly.
      if (this.#owesHeartbeat && !update.isFinal) this.#write(heartbeatAt(systemClock.now()));
      this.#owesHeartbeat = false;
    } else if (this.#owesHeartbeat) {
      this.#beat(heartbeatAt(systemClock.now()));
    }
    if (update.isFinal) this.#stop();
  }

  #beat(heartbeat: Uint8Array): void {
    const isKnown = this.#waiting === undefined && this.#membership?.isKnown() === true;
    if (this.#isOver || !isKnown || !this.#owesHeartbeat) return;
    this.#owesHeartbeat = false;
    this.#write(heartbeat);
  }

  #write(bytes: Uint8Array): void {
    if (!this.#isOver && !this.#sink.write(bytes)) this.#stuckSince = performance.now();
  }

  #drained(): void {
    this.#stuckSince = undefined;
    this.#pass();
  }

  #stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#giveBack();
    this.#membership?.leave();
    this.#sink.end();
    // An ended stream has no more heartbeats, which would detect a stuck reader, so a timer destroys the socket.
    if (this.#stuckSince !== undefined) setTimeout(() => this.#sink.destroy(), STUCK_AFTER_MS).unref();
  }
}

export async function serveStream(
  open: () => Promise<StreamRequest | Reply>,
  begin: (head: ResponseHead) => Sink,
  source: Hub,
): Promise<void> {
  const opened = await source.admit(open).catch(failed);
  if (opened === null) begin(TOO_MANY_STREAMS).end();
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
