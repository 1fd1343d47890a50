const FIRST_REOPEN_MS = 5_000;
const MAX_REOPEN_MS = 30_000;
// The service sends something at least every 15 seconds.
const SILENT_AFTER_MS = 40_000;

export interface StreamListener {
  readonly onState: (state: unknown) => void;
  readonly onWord: (sentAt: number | null) => void;
  readonly onLine: (isUp: boolean) => void;
}

/** Reopens the stream after a refusal or a dead socket, which browsers do not. Returns a function that stops. */
export function subscribeToStream(address: string, { onState, onWord, onLine }: StreamListener): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout>;
  let failures = 0;
  let wasUp: boolean | null = null;
  const tellLine = (isUp: boolean): void => {
    if (isUp !== wasUp) onLine(isUp);
    wasUp = isUp;
  };
  const waitForWord = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      failures += 1;
      openLater();
    }, SILENT_AFTER_MS);
  };
  const hear = (sentAt: number | null): void => {
    failures = 0;
    tellLine(true);
    onWord(sentAt);
    waitForWord();
  };
  const openLater = (): void => {
    source.close();
    clearTimeout(timer);
    const pauseMs = Math.min(FIRST_REOPEN_MS * 2 ** (failures - 1), MAX_REOPEN_MS);
    // Spreads readers who were refused together.
    timer = setTimeout(open, pauseMs * (0.75 + Math.random() / 2));
    tellLine(false);
  };
  const open = (): void => {
    source = new EventSource(address);
    source.addEventListener("state", ({ data }) => {
      hear(null);
      onState(JSON.parse(data));
    });
    source.addEventListener("heartbeat", ({ data }) => hear(Date.parse(data)));
    source.addEventListener("end", close);
    source.addEventListener("error", () => {
      failures += 1;
      if (source.readyState === EventSource.CLOSED) openLater();
      // A stopping process hands its readers to another one within seconds.
      else if (failures > 1) tellLine(false);
    });
    waitForWord();
  };
  const close = (): void => {
    clearTimeout(timer);
    source.close();
  };
  open();
  return close;
}
