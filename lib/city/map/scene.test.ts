import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SCENE, sceneProjection, toScene } from "@/lib/city/map/scene";

const HOME = { latitude: 47.0226, longitude: 28.8328 };
/** Within a city: up to some 20 km. */
const side = fc.double({ min: -0.1, max: 0.1, noNaN: true });
const trip = fc
  .array(
    fc.tuple(side, side).map(([north, east]) => ({
      latitude: HOME.latitude + north,
      longitude: HOME.longitude + east,
    })),
    { minLength: 1, maxLength: 8 },
  )
  .map((others) => [HOME, ...others]);

describe("a map scene", () => {
  it("keeps every point of a trip in the part of the page left free for it", () => {
    fc.assert(
      fc.property(trip, (places) => {
        for (const [x, y] of places.map(sceneProjection(toScene(places)))) {
          // Frames lie on a grid, half a step of which is 25 px.
          expect(x).toBeGreaterThan(SCENE.width * 0.43);
          expect(x).toBeLessThan(SCENE.width * 0.67);
          expect(y).toBeGreaterThan(120);
          expect(y).toBeLessThan(560);
        }
      }),
    );
  });

  it("is zoomed in as far as its points allow", () => {
    const near = { latitude: HOME.latitude + 0.01, longitude: HOME.longitude };
    const far = { latitude: HOME.latitude + 0.08, longitude: HOME.longitude };
    expect(toScene([HOME, near]).level).toBeGreaterThan(toScene([HOME, far]).level);
  });
});
