import { expect, it } from "vitest";
import { simplifyPath } from "@/lib/routing/simplify-path";

const at = (east: number, north: number) => ({
  latitude: north / 111_195,
  longitude: east / 111_195,
});

it.each([
  ["nothing", [], []],
  ["one place", [at(0, 0)], [0]],
  ["a straight street", [at(0, 0), at(50, 1), at(100, -1), at(150, 0)], [0, 3]],
  ["a corner", [at(0, 0), at(50, 0), at(100, 0), at(100, 80)], [0, 2, 3]],
  ["a round trip", [at(0, 0), at(200, 0), at(0, 0)], [0, 1, 2]],
] as const)(
  "simplifying %s keeps the points needed to stay within five meters of the path",
  (_name, points, kept) => {
    expect(simplifyPath(points, 5)).toEqual(kept.map((index) => points[index]));
  },
);
