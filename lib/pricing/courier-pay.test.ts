import { expect, test } from "vitest";
import { courierPay } from "@/lib/pricing/courier-pay";
import { kopecks } from "@/lib/pricing/money";

test.each([
  [70, 41_200, 28_840],
  [33, 150, 50],
  [33, 148, 49],
  [50, 1, 1],
  [1, 49, 0],
  [100, 35_050, 35_050],
  [70, 0, 0],
  [70, -500, 0],
])("a courier's pay of %i percent of %i kopecks is %i kopecks, rounded half up", (percent, amount, pay) => {
  expect(courierPay(percent, kopecks(amount))).toBe(pay);
});

test("a courier's pay is null, not 0, when the percentage is 0", () => {
  expect(courierPay(0, kopecks(41_200))).toBeNull();
});
