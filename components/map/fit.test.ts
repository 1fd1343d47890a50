import { describe, expect, it } from "vitest";
import { besideButtons, isCovered, paddingIn, toBounds, toCamera } from "@/components/map/fit";
import { PICTURE, projection, toFrame, toSquare } from "@/lib/city/map/frame";

it("treats a point under an overlay as covered, unless too little of the box would remain", () => {
  const [box, cover] = [{ width: 1_200, height: 800 }, { right: 424 }];
  expect(isCovered({ x: 775, y: 400 }, box, cover)).toBe(false);
  expect(isCovered({ x: 777, y: 400 }, box, cover)).toBe(true);
  expect(isCovered({ x: 10, y: 10 }, box, cover)).toBe(false);
  const narrow = { width: 500, height: 800 };
  const right = narrow.width - (paddingIn(narrow, cover)?.right ?? 0);
  // Points that were just fitted are clear.
  expect(isCovered({ x: right, y: 400 }, narrow, cover)).toBe(false);
});

describe("the fitted bounds", () => {
  it.each([
    [1440, 900],
    [700, 560],
    [358, 250],
    [195, 136],
    [163, 114],
    [111, 111],
    [44, 44],
  ])("fit into a box of %d by %d pixels", (width, height) => {
    for (const cover of [{}, { right: 424 }, { top: 60, bottom: 24 }]) {
      const padding = paddingIn({ width, height }, cover);
      if (padding === null) throw new Error("has a padding");
      expect(padding.left + padding.right).toBeLessThan(width / 2 + 0.01);
      expect(padding.top + padding.bottom).toBeLessThan(height / 2 + 0.01);
      expect(Math.min(...Object.values(padding))).toBeGreaterThan(0);
    }
  });

  it.each([
    [0, 0],
    [0, 400],
    [43, 400],
    [400, 43],
  ])("have no padding in a box of only %d by %d pixels", (width, height) => {
    expect(paddingIn({ width, height })).toBeNull();
  });

  it("stay clear of overlays on the map", () => {
    expect(paddingIn({ width: 1440, height: 900 }, { right: 424 })).toEqual({
      top: 60,
      right: 464,
      bottom: 40,
      left: 40,
    });
  });

  it.each([
    [820, 452],
    [358, 288],
    [272, 288],
  ])("keep whole pins clear of the map's buttons in a box of %d by %d pixels", (...box) => {
    const [width, height] = box;
    const padding = paddingIn({ width, height }, besideButtons({ top: 36 }));
    // As live-map.css has them, with their distance from the edge.
    const [buttons, pin] = [12 + 44, 38];
    expect(padding?.right).toBeGreaterThanOrEqual(buttons + pin / 2);
    expect(padding?.top).toBeGreaterThan(60);
  });

  it("leave the full margin for markers in a box that is just wide enough for it", () => {
    expect(paddingIn({ width: 160, height: 200 })).toEqual({ top: 60, right: 40, bottom: 40, left: 40 });
  });

  it.each([
    [390, 388],
    [1008, 900],
    [320, 261],
  ])("match the picture that covers a box of %d by %d pixels", (width, height) => {
    const frame = toFrame([
      { latitude: 47.02, longitude: 28.83 },
      { latitude: 47.04, longitude: 28.86 },
    ]);
    const { center, zoom } = toCamera(frame, { width, height });
    const middle = toSquare({ latitude: center[1], longitude: center[0] });
    const [x, y] = projection(frame)({ latitude: 47.04, longitude: 28.86 });
    const scale = Math.max(width / PICTURE.width, height / PICTURE.height);
    const point = toSquare({ latitude: 47.04, longitude: 28.86 });
    const size = 512 * 2 ** zoom;
    expect((point.x - middle.x) * size).toBeCloseTo((x - PICTURE.width / 2) * scale, -0.5);
    expect((point.y - middle.y) * size).toBeCloseTo((y - PICTURE.height / 2) * scale, -0.5);
  });

  it("always keep a minimum extent", () => {
    const door = { latitude: 60, longitude: 30 };
    const bounds = toBounds([door, door]);
    expect(bounds.north - bounds.south).toBeCloseTo(0.004, 9);
    expect((bounds.east - bounds.west) * 0.5).toBeCloseTo(0.004, 9);
    expect((bounds.east + bounds.west) / 2).toBeCloseTo(30, 9);
    expect(toBounds([door, { latitude: 61, longitude: 32 }])).toEqual({
      west: 30,
      south: 60,
      east: 32,
      north: 61,
    });
  });

  it("end at the poles", () => {
    const toLatitudes = (latitude: number) => toBounds([{ latitude, longitude: 30 }]);
    expect([toLatitudes(90).north, toLatitudes(-90).south]).toEqual([90, -90]);
  });
});
