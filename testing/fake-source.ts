const CONNECTING = 0;
const CLOSED = 2;

/** An event stream that the test controls; it replaces the browser's `EventSource`. */
export class FakeSource extends EventTarget {
  static readonly CLOSED = CLOSED;
  static opened: FakeSource[] = [];
  readyState = CONNECTING;

  constructor(readonly address: string) {
    super();
    FakeSource.opened.push(this);
  }

  close(): void {
    this.readyState = CLOSED;
  }

  say(type: string, data = ""): void {
    this.dispatchEvent(new MessageEvent(type, { data }));
  }

  /** Browsers close the stream permanently after a refusal such as a 503, and retry after a lost connection. */
  fail(how: "refused" | "broken"): void {
    if (how === "refused") this.readyState = CLOSED;
    this.dispatchEvent(new Event("error"));
  }
}
