import { describe, expect, it } from "vitest";
import { boundsOf, paddingIn } from "@/components/map/fit";

describe("what is to be seen", () => {
  it.each([
    [1440, 900],
    [700, 560],
    [358, 250],
    [195, 136],
    [163, 114],
    [111, 111],
    [44, 44],
  ])("has room in a box of %d by %d pixels", (width, height) => {
    const padding = paddingIn({ width, height });
    expect(width - 2 * (padding?.x ?? width)).toBeGreaterThan(0);
    expect(height - 2 * (padding?.y ?? height)).toBeGreaterThan(0);
    expect(Math.min(padding?.x ?? 0, padding?.y ?? 0)).toBeGreaterThan(0);
  });

  it.each([
    [0, 0],
    [0, 400],
    [43, 400],
    [400, 43],
  ])("is not looked for in a box of %d by %d pixels", (width, height) => {
    expect(paddingIn({ width, height })).toBeNull();
  });

  it("stands as far from the edge as in the picture of the same size", () => {
    expect(paddingIn({ width: 400, height: 280 })).toEqual({ x: 44, y: 44 });
    expect(paddingIn({ width: 800, height: 560 })).toEqual({ x: 88, y: 88 });
    // The picture covers the box and is cropped at the sides.
    expect(paddingIn({ width: 700, height: 560 })).toEqual({ x: 38, y: 88 });
  });

  it("is never so small that nobody knows where it is, nor without an extent", () => {
    const door = { latitude: 60, longitude: 30 };
    const bounds = boundsOf([door, door]);
    expect(bounds.north - bounds.south).toBeCloseTo(0.004, 9);
    expect((bounds.east - bounds.west) * 0.5).toBeCloseTo(0.004, 9);
    expect((bounds.east + bounds.west) / 2).toBeCloseTo(30, 9);
    expect(boundsOf([door, { latitude: 61, longitude: 32 }])).toEqual({
      west: 30,
      south: 60,
      east: 32,
      north: 61,
    });
  });
});
