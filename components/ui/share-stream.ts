import { followStream, type StreamListener } from "@/components/ui/follow-stream";

/** What the tab that holds a stream tells the others, and what one that has just come asks it. */
type Message =
  | { readonly is: "state"; readonly state: unknown }
  | { readonly is: "word"; readonly sentAt: number | null }
  | { readonly is: "line"; readonly isUp: boolean }
  | { readonly is: "asked" };

// The tab that holds the stream passes on something at least every 15 seconds, unless the browser has put it to sleep.
const SILENT_AFTER_MS = 45_000;

/**
 * Follows a stream together with the browser's other tabs: one of them holds it, by a lock, and tells the rest. When that
 * one is gone, another gets the lock and opens the stream anew. Browsers that lack locks or channels follow it by
 * themselves.
 *
 * @returns a function that stops following
 */
export function shareStream(address: string, listener: StreamListener): () => void {
  if (navigator.locks == null || typeof BroadcastChannel === "undefined") {
    return followStream(address, listener);
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
  // Refused when this tab leaves before its turn comes.
  navigator.locks.request(name, { signal: leaving.signal }, lead).catch(() => {});
  return () => {
    clearTimeout(timer);
    leaving.abort();
    channel.close();
  };
}

/** Follows a stream for this tab, and passes on all that it says. */
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
  const stop = followStream(address, {
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
