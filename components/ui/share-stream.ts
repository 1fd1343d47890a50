import { type StreamListener, subscribeToStream } from "@/components/ui/subscribe-to-stream";

type Message =
  | { readonly is: "state"; readonly state: unknown }
  | { readonly is: "word"; readonly sentAt: number | null }
  | { readonly is: "line"; readonly isUp: boolean }
  | { readonly is: "asked" };

// The tab that holds the stream sends something every 15 s, unless the browser has put it to sleep.
const SILENT_AFTER_MS = 45_000;

/** One of the browser's tabs holds the stream by a lock. Without locks or channels, each follows it alone. */
export function shareStream(address: string, listener: StreamListener): () => void {
  if (navigator.locks == null || typeof BroadcastChannel === "undefined") {
    return subscribeToStream(address, listener);
  }
  const name = `dropline stream ${address}`;
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  let isUp = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tellLine = (next: boolean): void => {
    if (next !== isUp) listener.onLine(next);
    isUp = next;
  };
  const hear = ({ data }: MessageEvent<Message>): void => {
    if (data.is === "asked") return;
    clearTimeout(timer);
    timer = setTimeout(() => tellLine(false), SILENT_AFTER_MS);
    if (data.is === "line") tellLine(data.isUp);
    else tellLine(true);
    if (data.is === "state") listener.onState(data.state);
    if (data.is === "word") listener.onWord(data.sentAt);
  };
  channel.addEventListener("message", hear);
  channel.postMessage({ is: "asked" } satisfies Message);

  const lead = async (): Promise<void> => {
    if (leaving.signal.aborted) return;
    clearTimeout(timer);
    channel.removeEventListener("message", hear);
    const stop = followForAll(address, channel, { ...listener, onLine: tellLine });
    await new Promise<void>((settle) => leaving.signal.addEventListener("abort", () => settle()));
    stop();
  };
  // Rejected when this tab leaves before its turn.
  navigator.locks.request(name, { signal: leaving.signal }, lead).catch(() => {});
  return () => {
    clearTimeout(timer);
    leaving.abort();
    channel.close();
  };
}

function followForAll(
  address: string,
  channel: BroadcastChannel,
  { onState, onWord, onLine }: StreamListener,
): () => void {
  const tell = (message: Message): void => channel.postMessage(message);
  let isUp = false;
  let known: { readonly state: unknown } | null = null;
  const answer = ({ data }: MessageEvent<Message>): void => {
    if (data.is !== "asked") return;
    tell({ is: "line", isUp });
    if (known !== null) tell({ is: "state", state: known.state });
  };
  channel.addEventListener("message", answer);
  const stop = subscribeToStream(address, {
    onState: (state) => {
      known = { state };
      onState(state);
      tell({ is: "state", state });
    },
    onWord: (sentAt) => {
      onWord(sentAt);
      tell({ is: "word", sentAt });
    },
    onLine: (next) => {
      isUp = next;
      onLine(next);
      tell({ is: "line", isUp });
    },
  });
  return () => {
    channel.removeEventListener("message", answer);
    stop();
  };
}
