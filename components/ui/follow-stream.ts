const REOPEN_MS = 5_000;

/**
 * Follows a stream of server-sent events (`event: state`, at last `event: end`) until it is called off. The browser
 * opens it anew after a broken connection; after a refusal, such as a 503, it gives up, and this does.
 *
 * @param onLive told whether the stream stands
 * @returns what calls it off
 */
export function followStream(
  address: string,
  {
    onState,
    onLive,
    onEnd,
  }: { onState: (state: unknown) => void; onLive: (isLive: boolean) => void; onEnd?: () => void },
): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    source = new EventSource(address);
    source.addEventListener("open", () => onLive(true));
    source.addEventListener("state", ({ data }) => onState(JSON.parse(data)));
    source.addEventListener("error", () => {
      onLive(false);
      if (source.readyState !== EventSource.CLOSED) return;
      // Readers who were refused together do not come back together.
      timer = setTimeout(open, REOPEN_MS * (0.75 + Math.random() / 2));
    });
    source.addEventListener("end", () => {
      source.close();
      onEnd?.();
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
