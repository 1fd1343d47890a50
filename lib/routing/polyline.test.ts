import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodePolyline, encodePolyline } from "@/lib/routing/polyline";

// The example from the format's own description.
const EXAMPLE_LINE = [
  { latitude: 38.5, longitude: -120.2 },
  { latitude: 40.7, longitude: -120.95 },
  { latitude: 43.252, longitude: -126.453 },
];
const EXAMPLE_TEXT = "_p~iF~ps|U_ulLnnqC_mqNvxq`@";

describe("a polyline", () => {
  test("matches the example of the format's description", () => {
    expect(encodePolyline(EXAMPLE_LINE)).toBe(EXAMPLE_TEXT);
    expect(decodePolyline(EXAMPLE_TEXT)).toEqual(EXAMPLE_LINE);
  });

  test("encodes no points as an empty text", () => {
    expect(encodePolyline([])).toBe("");
    expect(decodePolyline("")).toEqual([]);
  });

  test("is decoded to the same points at five decimals, anywhere on Earth", () => {
    const degrees = (max: number) =>
      fc.integer({ min: -max * 1e5, max: max * 1e5 }).map((value) => value / 1e5 + 0);
    const line = fc.array(fc.record({ latitude: degrees(90), longitude: degrees(180) }));
    fc.assert(
      fc.property(line, (points) => {
        const text = encodePolyline(points);
        expect(decodePolyline(text)).toEqual(points);
        expect(text).toMatch(/^[?-~]*$/);
      }),
    );
  });

  test.each([
    ["a number without its end", "_p~iF~ps|"],
    ["a latitude without its longitude", "_p~iF"],
    ["a character below the alphabet", "_p~iF ps|U"],
    ["a character above the alphabet", "_p~iF\u00ffps|U"],
    ["a number of too many characters", `${"~".repeat(400)}??`],
    ["a latitude past a pole", encodePolyline([{ latitude: 90.00001, longitude: 0 }])],
    ["a longitude past the antimeridian", encodePolyline([{ latitude: 0, longitude: -180.00001 }])],
  ])("with %s is refused", (_, text) => {
    expect(() => decodePolyline(text)).toThrow(RangeError);
  });

  test("decodes from any text to points on Earth or is refused", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 60, max: 128 }).map((code) => String.fromCharCode(code)) }),
        (text) => {
          let points: ReturnType<typeof decodePolyline> = [];
          try {
            points = decodePolyline(text);
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
          }
          for (const { latitude, longitude } of points) {
            expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
            expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
          }
        },
      ),
    );
  });
});
