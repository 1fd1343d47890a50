import { expect, it } from "vitest";
import { readAmount } from "@/lib/imports/read-amount";

it.each([
  ["1250,50", 1_250.5],
  ["1 250,50 ₽", 1_250.5],
  ["1\u00a0250", 1_250],
  ["1,250.50", 1_250.5],
  ["1.250,50", 1_250.5],
  ["1’250.50", 1_250.5],
  ["1.250", 1_250],
  ["1,250", 1_250],
  ["12.500.000", 12_500_000],
  ["-1.250,5", -1_250.5],
  ["0.250", 0.25],
  ["12,50", 12.5],
  ["0", 0],
  ["1.250.50", "1.250.50"],
  ["12.50 €", "12.50 €"],
  ["350 MDL", "350 MDL"],
  ["", undefined],
] as const)("the amount %j is read as %j, whatever marks its thousands", (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});
