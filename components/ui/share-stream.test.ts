import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shareStream } from "@/components/ui/share-stream";
import { FakeSource } from "@/testing/fake-source";

/** Locks of one browser, shared by all of its tabs. */
class FakeLocks {
  readonly #queues = new Map<string, (() => void)[]>();

  request(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>): Promise<void> {
    return new Promise((settle, refuse) => {
      const waiting = this.#queues.get(name) ?? [];
      this.#queues.set(name, waiting);
      let isRunning = false;
      const run = () => {
        isRunning = true;
        work()
          .then(settle, refuse)
          .finally(() => {
            waiting.shift();
            waiting[0]?.();
          });
      };
      signal.addEventListener("abort", () => {
        if (isRunning) return;
        waiting.splice(waiting.indexOf(run), 1);
        refuse(new Error("aborted"));
      });
      waiting.push(run);
      if (waiting.length === 1) run();
    });
  }
}

/** Channels that bring what is said to all others of the same name, in turn. */
class FakeChannel extends EventTarget {
  static open: FakeChannel[] = [];
  constructor(readonly name: string) {
    super();
    FakeChannel.open.push(this);
  }
  postMessage(data: unknown) {
    const others = FakeChannel.open.filter((one) => one !== this && one.name === this.name);
    for (const other of others)
      queueMicrotask(() => {
        if (FakeChannel.open.includes(other)) other.dispatchEvent(new MessageEvent("message", { data }));
      });
  }
  close() {
    FakeChannel.open = FakeChannel.open.filter((one) => one !== this);
  }
}

const turn = () => new Promise((settle) => setImmediate(settle));

interface Tab {
  readonly told: unknown[];
  readonly leave: () => void;
}

function openTab(address = "/events"): Tab {
  const notified: unknown[] = [];
  const leave = shareStream(address, {
    onState: (state) => notified.push(state),
    onWord: (sentAt) => sentAt !== null && notified.push(sentAt),
    onLine: (isUp) => notified.push(isUp ? "up" : "down"),
  });
  return { told: notified, leave };
}

const standing = () => FakeSource.opened.filter(({ readyState }) => readyState !== FakeSource.CLOSED);
const say = async (state: unknown) => {
  await turn();
  standing().at(-1)?.say("state", JSON.stringify(state));
  await turn();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  vi.stubGlobal("navigator", { locks: new FakeLocks() });
  FakeSource.opened = [];
  FakeChannel.open = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a stream shared by browser tabs", () => {
  it("is opened by one tab, and all tabs receive its messages", async () => {
    const [first, second] = [openTab(), openTab()];
    await say({ step: 1 });
    standing()[0]?.say("heartbeat", "2026-11-21T11:05:00.000Z");
    await turn();
    expect(FakeSource.opened).toHaveLength(1);
    for (const { told } of [first, second]) {
      expect(told).toEqual(["up", { step: 1 }, Date.parse("2026-11-21T11:05:00Z")]);
    }
  });

  it("sends its latest state to a new tab at once", async () => {
    openTab();
    await say({ step: 1 });
    const late = openTab();
    await turn();
    await turn();
    expect(late.told).toEqual(["up", { step: 1 }]);
    expect(FakeSource.opened).toHaveLength(1);
  });

  it("is taken over by another tab when its tab closes", async () => {
    const [first, second, third] = [openTab(), openTab(), openTab()];
    await say({ step: 1 });
    first.leave();
    await turn();
    expect([FakeSource.opened.length, standing().length]).toEqual([2, 1]);
    await say({ step: 2 });
    for (const { told } of [second, third]) expect(told.at(-1)).toEqual({ step: 2 });
    expect(first.told.at(-1)).toEqual({ step: 1 });
  });

  it("is not opened for a tab that closed before its turn", async () => {
    const [first, second] = [openTab(), openTab()];
    second.leave();
    first.leave();
    await turn();
    expect([FakeSource.opened.length, standing().length]).toEqual([1, 0]);
  });

  it("is reported as down in all tabs when it fails, or when its tab is silent for 45 seconds", async () => {
    const [first, second] = [openTab(), openTab()];
    await say({ step: 1 });
    standing()[0]?.fail("refused");
    await turn();
    expect([first.told.at(-1), second.told.at(-1)]).toEqual(["down", "down"]);
    await vi.advanceTimersByTimeAsync(5_000 * 1.25);
    await say({ step: 2 });
    expect(second.told.slice(-2)).toEqual(["up", { step: 2 }]);
    FakeChannel.open[0]?.close();
    await vi.advanceTimersByTimeAsync(45_000);
    expect(second.told.at(-1)).toBe("down");
  });

  it("is separate for each URL", () => {
    openTab("/one");
    openTab("/two");
    expect(standing().map(({ address }) => address)).toEqual(["/one", "/two"]);
  });
});
