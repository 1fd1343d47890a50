import { expect, it } from "vitest";
import { findPair } from "@/bench/generator/places";

const PLACES = {
  pickups: [
    [47.01, 28.81],
    [47.02, 28.82],
  ],
  dropoffs: [
    [47.01, 28.87],
    [47.02, 28.88],
    [47.03, 28.89],
  ],
} as const;

const count = (numbers: number, areNew: boolean) => {
  const pairs = Array.from({ length: numbers }, (_, number) => findPair(PLACES, number, areNew));
  return new Set(
    pairs.map((pair) =>
      pair
        .flat()
        .map((degrees) => degrees.toFixed(5))
        .join(),
    ),
  ).size;
};

it("the generator gives every number a separate pair of points, distinct at five decimals", () => {
  expect(count(2_400, true)).toBe(2_400);
});

it("the generator repeats 16 pairs of points when they need not be distinct", () => {
  expect(count(2_400, false)).toBe(16);
});
