import { readFileSync } from "node:fs";
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { getFocus } from "@/components/tracking/map-box";
import type { TrackingMapView } from "@/lib/tracking/tracking-map-view";

const at = (latitude: number) => ({ latitude, longitude: 28.83 });
const door = { ...at(47.02), number: 1, isDone: false };
const drawing = (courierAt: number, change: Partial<TrackingMapView> = {}): TrackingMapView => ({
  courier: { ...at(courierAt), heading: 0, freshness: "now" },
  pickup: at(47.1),
  dropoffs: [door],
  isRough: false,
  isPickedUp: true,
  path: [at(courierAt), at(47.02)],
  driven: [at(47.1), at(courierAt)],
  ...change,
});

it("keeps courier and door in view after the pickup, and the street within 500 meters", () => {
  const far = getFocus(drawing(47.05));
  expect(Math.max(...(far.focus ?? []).map(({ latitude }) => latitude))).toBe(47.05);
  expect([far.isNear, getFocus(drawing(47.0246)).isNear, getFocus(drawing(47.0244)).isNear]).toEqual([
    false,
    false,
    true,
  ]);
});

it("keeps everything in view before the pickup and never zooms to another recipient's door", () => {
  expect(getFocus(drawing(47.021, { isPickedUp: false }))).toEqual({ isNear: false });
  expect(getFocus(drawing(47.021, { courier: null }))).toEqual({ isNear: false });
  expect(getFocus(drawing(47.021, { isRough: true })).isNear).toBe(false);
  const left = getFocus(
    drawing(47.021, {
      dropoffs: [
        { ...door, isDone: true },
        { ...at(47.03), number: 2, isDone: false },
      ],
    }),
  );
  expect(left.isNear).toBe(false);
});

it("draws the pin above the courier", () => {
  const { container } = render(
    <>
      <style>{readFileSync("components/map/markers.css", "utf8")}</style>
      <div className="map-marker" data-kind="dropoff" data-shape="pin" data-tone="normal" />
      <div className="map-marker" data-kind="courier" data-shape="puck" data-tone="busy" />
    </>,
  );
  const [pin = 0, puck = 0] = [...container.querySelectorAll("div")].map((marker) =>
    Number(getComputedStyle(marker).zIndex),
  );
  expect(pin).toBeGreaterThan(puck);
});
