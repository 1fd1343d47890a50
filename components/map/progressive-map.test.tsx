import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveMapProps } from "@/components/map/live-map";
import type { MapMarker } from "@/components/map/map-marker";
import { ProgressiveMap } from "@/components/map/progressive-map";
import { LEVELS, STREET_LEVEL } from "@/lib/city/map/frame";
import type { Point } from "@/lib/point";

const drawn = vi.hoisted(() => ({ map: null as LiveMapProps | null }));
vi.mock("@/components/map/live-map", () => ({
  LiveMap: (props: LiveMapProps) => {
    drawn.map = props;
    return <p>the interactive map</p>;
  },
}));

const MARKERS: MapMarker[] = [
  {
    id: "door",
    latitude: 47.02,
    longitude: 28.83,
    kind: "dropoff",
    heading: null,
    tone: "normal",
    label: "Door",
  },
];
const idle: (() => void)[] = [];
const device = { hasWebGl: true, isVisible: true };
const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } };

const setConnection = (connection: object | undefined) =>
  Object.defineProperty(navigator, "connection", { value: connection, configurable: true });

beforeEach(() => {
  Object.assign(device, { hasWebGl: true, isVisible: true });
  const context = { getExtension: () => null };
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => (device.hasWebGl ? context : null) });
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(private readonly see: (entries: object[]) => void) {}
      observe = () => this.see([{ isIntersecting: device.isVisible }]);
      disconnect = () => {};
    },
  );
  drawn.map = null;
  idle.length = 0;
  happyDOM.setViewport({ width: 390 });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  Object.assign(window, {
    requestIdleCallback: (callback: () => void) => idle.push(callback),
    cancelIdleCallback: (handle: number) => idle.splice(handle - 1, 1, () => {}),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  setConnection(undefined);
});

const open = (
  rest: Partial<Pick<Parameters<typeof ProgressiveMap>[0], "styleUrl" | "isNear" | "focus">> = {},
) =>
  render(
    <ProgressiveMap
      markers={MARKERS}
      lines={[]}
      title="Map"
      label="To the door"
      show="Show the map"
      styleUrl="/style/{theme}"
      pictureVersion="v1"
      locale="en"
      {...rest}
    />,
  );
const stage = () => document.querySelector(".map-box")?.getAttribute("data-stage");
const rest = () => act(() => idle.splice(0).forEach((callback) => void callback()));

describe("the picture of a map", () => {
  it("stays without a map on a phone until the reader touches the page", async () => {
    open();
    rest();
    expect([stage(), drawn.map]).toEqual(["picture", null]);
    fireEvent.pointerDown(window);
    expect(stage()).toBe("picture");
    rest();
    await screen.findByText("the interactive map");
    expect(stage()).toBe("loading");
  });

  it("stays without a map until the page has been open for 5 seconds", async () => {
    open();
    act(() => void vi.advanceTimersByTime(4_900));
    rest();
    expect(stage()).toBe("picture");
    act(() => void vi.advanceTimersByTime(200));
    rest();
    await screen.findByText("the interactive map");
  });

  it("is replaced by the map on a wide screen as soon as the browser is idle", async () => {
    happyDOM.setViewport({ width: 1440 });
    open();
    expect(stage()).toBe("picture");
    rest();
    await screen.findByText("the interactive map");
  });

  it.each([
    ["without WebGL", { hasWebGl: false }, "failed"],
    ["while it is out of view", { isVisible: false }, "picture"],
  ])("loads no map %s", (_, state, expected) => {
    Object.assign(device, state);
    open();
    fireEvent.scroll(window);
    rest();
    expect([stage(), drawn.map]).toEqual([expected, null]);
  });

  it("waits for a tap in data-saving mode", async () => {
    setConnection({ saveData: true });
    open();
    fireEvent.pointerDown(window);
    rest();
    expect(stage()).toBe("offered");
    fireEvent.click(screen.getByRole("button", { name: "Show the map" }));
    await screen.findByText("the interactive map");
  });

  it("is covered by the map once the map is ready, and is shown again when the map fails", async () => {
    open();
    fireEvent.scroll(window);
    rest();
    await waitFor(() => expect(drawn.map).not.toBeNull());
    expect(drawn.map?.pictured).toEqual(expect.objectContaining({ level: expect.any(Number) }));
    expect(document.querySelector(".map-layer")?.getAttribute("data-ready")).toBe("false");
    act(() => drawn.map?.onReady?.());
    expect(document.querySelector(".map-layer")?.getAttribute("data-ready")).toBe("true");
    act(() => drawn.map?.onFail?.());
    expect(document.querySelector(".map-layer")).toBeNull();
    expect(screen.getByRole("img", { name: "To the door" }).querySelector(".map-marker")).not.toBeNull();
  });

  it("is covered by a map at street level when the courier is near", async () => {
    open({ isNear: true });
    fireEvent.scroll(window);
    rest();
    await waitFor(() => expect(drawn.map).not.toBeNull());
    expect(drawn.map?.pictured?.level).toBe(STREET_LEVEL);
    expect(document.querySelector(".streets")?.getAttribute("style")).toContain(`/${LEVELS.most}/`);
  });

  it("zooms out to keep the focused points in view", () => {
    const level = (focus?: readonly Point[]) => {
      cleanup();
      open(focus === undefined ? {} : { focus });
      return Number(
        /\/(\d+)\/\d+\/\d+\.webp/.exec(document.querySelector(".streets")?.getAttribute("style") ?? "")?.[1],
      );
    };
    expect([
      level(),
      level([
        { latitude: 47.02, longitude: 28.83 },
        { latitude: 47.2, longitude: 29 },
      ]),
    ]).toEqual([LEVELS.most, expect.toSatisfy((wide: number) => wide < LEVELS.most)]);
  });

  it("stays without a map if the map has no style", () => {
    open({ styleUrl: null });
    fireEvent.pointerDown(window);
    rest();
    expect([stage(), drawn.map]).toEqual(["picture", null]);
  });
});
