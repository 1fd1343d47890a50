const FIRST_REOPEN_MS = 5_000;
const LONGEST_REOPEN_MS = 30_000;
// The service lets itself be heard every 15 seconds.
const SILENT_AFTER_MS = 40_000;

/** Who is told what a stream says. */
export interface StreamListener {
  readonly onState: (state: unknown) => void;
  /** With the instant at which the service spoke, where it says so by itself. */
  readonly onWord: (sentAt: number | null) => void;
  /** Told as the line comes and goes. */
  readonly onLine: (isUp: boolean) => void;
}

/**
 * Follows a stream of server-sent events (`state`, `heartbeat`, at last `end`) until it is called off. The browser
 * opens it again after a broken connection. After a refusal, such as a 503, it gives up, and on a dead socket it waits
 * for hours: here the stream is opened anew then, after longer and longer pauses.
 *
 * @returns what calls it off
 */
export function followStream(address: string, { onState, onWord, onLine }: StreamListener): () => void {
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
    const pauseMs = Math.min(FIRST_REOPEN_MS * 2 ** (failures - 1), LONGEST_REOPEN_MS);
    // Readers who were refused together do not come back together.
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
      // A process that stops hands its readers to another one within seconds.
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
