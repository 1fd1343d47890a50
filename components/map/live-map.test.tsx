import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveMap, type LiveMapProps } from "@/components/map/live-map";
import { toFrame } from "@/lib/city/map/frame";

type Listener = (event: object) => void;

/** A map that draws nothing, and says what a test has it say. */
class SilentMap {
  readonly #listeners = new Map<string, { listener: Listener; isOnce: boolean }[]>();
  readonly loaded = new Set<string>();
  drawings = 0;
  styles = 0;
  readonly #container: HTMLElement;

  constructor(container: HTMLElement) {
    this.#container = container;
  }

  on(type: string, listener: Listener | string, isOnce = false) {
    if (typeof listener === "string") return this;
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), { listener, isOnce }]);
    return this;
  }

  once(type: string, listener: Listener) {
    return this.on(type, listener, true);
  }

  off(type: string, listener: Listener) {
    this.#listeners.set(
      type,
      (this.#listeners.get(type) ?? []).filter((one) => one.listener !== listener),
    );
  }

  /** Tells those that listen always before those that listen once, as the real map does. */
  say(type: string, event: object = {}) {
    const all = this.#listeners.get(type) ?? [];
    for (const { listener, isOnce } of all.toSorted((a, b) => Number(a.isOnce) - Number(b.isOnce))) {
      if (isOnce) this.off(type, listener);
      listener(event);
    }
  }

  getStyle = () => ({ sources: { city: {}, lines: {} }, layers: [] });
  getSource = () => {
    this.drawings += 1;
    return { setData: () => {} };
  };
  setStyle = () => {
    this.styles += 1;
    this.say("error");
    this.say("style.load");
  };
  isSourceLoaded = (id: string) => this.loaded.has(id);
  getContainer = () => this.#container;
  remove = () => {
    opened.map = null;
  };
}

const opened = vi.hoisted(() => ({ map: null as unknown, maps: 0 }));
vi.mock("@/components/map/open-map", async (original) => ({
  ...(await original<object>()),
  openMap: (container: HTMLElement) => {
    opened.map = new SilentMap(container);
    opened.maps += 1;
    return opened.map;
  },
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  paint();
  vi.useRealTimers();
});

const FRAME = toFrame([{ latitude: 47.02, longitude: 28.83 }]);

/** A map over a picture, or on its own. */
function open(over: Pick<LiveMapProps, "pictured"> = { pictured: FRAME }) {
  const output: string[] = [];
  const { unmount, container } = render(
    <LiveMap
      markers={[]}
      lines={[]}
      label="Map"
      styleUrl="/style/{theme}"
      locale="en"
      onReady={() => output.push("ready")}
      onFail={() => output.push("failed")}
      {...over}
    />,
  );
  const isOpenAtOnce = opened.map !== null;
  act(paint);
  return { said: output, unmount, container, isOpenAtOnce, map: opened.map as SilentMap };
}

/** Two frames, and the task after them. */
const paint = () => void vi.advanceTimersByTime(40);

describe("a map", () => {
  it("opens and closes after a frame, so that it never delays painting", () => {
    const { unmount, isOpenAtOnce, map } = open();
    expect(isOpenAtOnce).toBe(false);
    expect(map).not.toBeNull();
    unmount();
    expect(opened.map).toBe(map);
    paint();
    expect(opened.map).toBeNull();
  });

  it("does not open after its box has unmounted", () => {
    const before = opened.maps;
    render(<LiveMap markers={[]} lines={[]} label="Map" styleUrl={null} locale="en" />).unmount();
    paint();
    expect(opened.maps).toBe(before);
  });

  it("falls back to a plain background once, even if the fallback fails as well", () => {
    const { map } = open({});
    act(() => map.say("error"));
    expect(map.styles).toBe(1);
    act(() => map.say("error"));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(map.styles).toBe(1);
    expect(map.drawings).toBeGreaterThan(0);
  });

  it("reopens with its streets when the service is reachable again, if a request failed", () => {
    const mapAt = (isConnected: boolean) => (
      <LiveMap markers={[]} lines={[]} label="Map" styleUrl="/style" locale="en" isConnected={isConnected} />
    );
    const { rerender } = render(mapAt(true));
    const reconnect = () => {
      for (const isConnected of [false, true]) {
        rerender(mapAt(isConnected));
        act(paint);
      }
      return opened.map as SilentMap;
    };
    act(paint);
    const first = opened.map as SilentMap;
    expect(reconnect()).toBe(first);
    act(() => first.say("error"));
    const second = reconnect();
    expect(second).not.toBe(first);
    expect(second.styles).toBe(0);
    expect(reconnect()).toBe(second);
  });

  it("draws nothing in a box that has been removed", () => {
    const { map, container } = open({});
    container.remove();
    act(() => map.say("style.load"));
    expect([map.drawings, map.styles]).toEqual([0, 0]);
  });
});

describe("the map over a picture", () => {
  it("is complete once all streets have loaded, even while a user keeps moving it", () => {
    const { said, map } = open();
    const arrive = (sourceId: string) =>
      act(() => {
        map.say("sourcedata", { sourceId, tile: {} });
        map.say("render");
      });
    act(() => map.say("style.load"));
    map.loaded.add("lines");
    arrive("lines");
    arrive("city");
    expect(said).toEqual([]);
    map.loaded.add("city");
    arrive("city");
    expect(said).toEqual(["ready"]);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(said).toEqual(["ready"]);
  });

  it("gives up if its streets do not load or fail to draw", () => {
    const late = open();
    act(() => late.map.say("style.load"));
    act(() => late.map.say("sourcedata", { sourceId: "lines", tile: {} }));
    act(() => void vi.advanceTimersByTime(20_000));
    expect(late.said).toEqual(["failed"]);
    cleanup();
    paint();
    const empty = open();
    act(() => empty.map.say("style.load"));
    act(() => empty.map.say("idle"));
    expect(empty.said).toEqual(["failed"]);
  });
});
