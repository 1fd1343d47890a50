import { describe, expect, it } from "vitest";
import { CROWD_FROM, splitMarkers } from "@/components/map/crowd";
import type { MapMarker } from "@/components/map/map-marker";

const marker = (id: string, rest: Partial<MapMarker> = {}): MapMarker => ({
  id,
  latitude: 0,
  longitude: 0,
  kind: "order",
  heading: null,
  tone: "normal",
  label: id,
  ...rest,
});
const orders = (count: number) => Array.from({ length: count }, (_, index) => marker(`order ${index}`));

describe("a crowd of markers", () => {
  it("is empty while no markers overlap", () => {
    const markers = orders(CROWD_FROM);
    expect(splitMarkers(markers, null)).toEqual({ alone: markers, crowd: [] });
  });

  it("leaves out the selected marker", () => {
    const special = [
      marker("chosen"),
      marker("noted", { kind: "courier", note: "3 min" }),
      marker("puck", { kind: "courier", isPuck: true }),
      marker("shop", { kind: "pickup" }),
      marker("door", { kind: "dropoff" }),
    ];
    const others = [...orders(CROWD_FROM), marker("courier", { kind: "courier" })];
    expect(splitMarkers([...others, ...special], "chosen")).toEqual({ alone: special, crowd: others });
  });
});
