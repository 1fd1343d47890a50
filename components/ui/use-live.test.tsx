import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useLive } from "@/components/ui/use-live";

interface State {
  readonly step: number;
  readonly stops: readonly { readonly at: number }[];
}

const toState = (step: number): State => ({ step, stops: [{ at: 1 }] });
const ADDRESSES = { state: "/state", events: "/events" };

class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: Stream[] = [];
  readyState = 1;
  constructor() {
    super();
    Stream.opened.push(this);
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  say(state: State) {
    act(() => void this.dispatchEvent(new MessageEvent("state", { data: JSON.stringify(state) })));
  }
  refuse() {
    this.close();
    act(() => void this.dispatchEvent(new Event("error")));
  }
}

let requested: ((answer: Response | Error) => Promise<void>)[];
const newest = () => Stream.opened.at(-1) as Stream;
const answer = (index: number, given: State | Error | number) =>
  requested[index]?.(
    given instanceof Error
      ? given
      : typeof given === "number"
        ? new Response(null, { status: given, headers: { "Retry-After": "20" } })
        : Response.json(given),
  );

const follow = (initial: State | undefined = toState(0)) =>
  renderHook(() =>
    useLive<State | undefined>(ADDRESSES, initial, {
      isOver: (known) => known !== undefined && known.step > 8,
    }),
  );

beforeEach(() => {
  requested = [];
  Stream.opened.length = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise<Response>((resolve, reject) =>
        requested.push((given) =>
          act(async () => {
            if (given instanceof Error) reject(given);
            else resolve(given);
          }),
        ),
      ),
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe("useLive", () => {
  it("takes its state from the stream and sends no requests meanwhile", async () => {
    const { result } = follow();
    newest().say(toState(1));
    expect(result.current).toMatchObject({ data: { step: 1 }, connection: "live" });
    await pass(20_000);
    expect(requested).toHaveLength(0);
  });

  it("keeps the parts of its state that have not changed", () => {
    const { result } = follow();
    const before = result.current.data?.stops;
    newest().say(toState(1));
    expect(result.current.data?.stops).toBe(before);
  });

  it("requests its state at once when the stream fails, and repeatedly until the stream is back", async () => {
    const { result } = follow();
    newest().refuse();
    expect(requested).toHaveLength(1);
    await answer(0, toState(1));
    expect(result.current).toMatchObject({ data: { step: 1 }, connection: "polling" });
    await pass(5_000);
    await answer(1, new TypeError("no network"));
    expect(result.current).toMatchObject({ data: { step: 1 }, connection: "lost" });
    newest().say(toState(2));
    expect(result.current).toMatchObject({ data: { step: 2 }, connection: "live", error: null });
  });

  it("waits for as long as a refusal requires before the next request", async () => {
    follow();
    await pass(5_000);
    await answer(0, 503);
    newest().refuse();
    await answer(1, 503);
    await pass(19_000);
    expect(requested).toHaveLength(2);
    await pass(1_500);
    expect(requested).toHaveLength(3);
  });

  it("ignores a response that is older than its current state", async () => {
    const { result } = follow();
    await pass(5_000);
    newest().say(toState(2));
    await answer(0, toState(1));
    expect(result.current.data?.step).toBe(2);
    act(() => result.current.ask());
    act(() => result.current.put((known) => known && { ...known, step: 3 }));
    await answer(1, toState(2));
    expect(result.current.data?.step).toBe(3);
  });

  it("requests its state at once when it has none", async () => {
    const { result } = renderHook(() => useLive<State | undefined>(ADDRESSES, undefined));
    expect(requested).toHaveLength(1);
    await answer(0, toState(1));
    expect(result.current.data?.step).toBe(1);
  });

  it("requests its state and opens another stream on a retry", async () => {
    const { result } = follow();
    act(() => result.current.retry());
    expect([requested.length, Stream.opened.length]).toEqual([1, 2]);
    expect(Stream.opened[0]?.readyState).toBe(Stream.CLOSED);
  });

  it("closes the stream and sends no requests once its state is final", async () => {
    const { result } = follow();
    newest().say(toState(9));
    expect(newest().readyState).toBe(Stream.CLOSED);
    await pass(60_000);
    expect(requested).toHaveLength(0);
    expect(result.current.connection).toBe("live");
  });

  it("replaces its state when the URL changes, and ignores the response from the old URL", async () => {
    const { result, rerender } = renderHook(
      ({ state, step }) => useLive({ ...ADDRESSES, state }, toState(step)),
      {
        initialProps: { state: "/a", step: 1 },
      },
    );
    await pass(5_000);
    rerender({ state: "/b", step: 5 });
    expect(result.current.data.step).toBe(5);
    await answer(0, toState(2));
    expect(result.current.data.step).toBe(5);
  });
});
