import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DATE_ORDERS, guessDateOrder, readDeliveryTime } from "@/lib/imports/delivery-time";

describe("the delivery time of a row", () => {
  it.each([
    ["02/01/2027 14:30", "day_first", { date: "2027-01-02", time: "14:30" }],
    ["02/01/2027 14:30", "month_first", { date: "2027-02-01", time: "14:30" }],
    ["1/2/27 2:30 PM", "month_first", { date: "2027-01-02", time: "14:30" }],
    ["1/2/2027 12:05 a.m.", "month_first", { date: "2027-01-02", time: "00:05" }],
    ["02-01-2027", "day_first", { date: "2027-01-02", time: null }],
    ["2027-01-02 9:05", "month_first", { date: "2027-01-02", time: "09:05" }],
    ["31.11.2026 16:30", "day_first", null],
    ["13/13/2027", "day_first", null],
    ["02/01/2027 13:00 PM", "day_first", null],
    ["02/01.2027", "day_first", null],
    ["27.11.2026 25:00", "day_first", null],
    ["tomorrow", "day_first", null],
    ["", "day_first", null],
  ] as const)("of %s, %s, is %o", (text, order, expected) => {
    expect(readDeliveryTime(text, order)).toEqual(expected);
  });

  it("is the day that was written, in each order and with each mark", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 364 }),
        fc.constantFrom(...DATE_ORDERS),
        fc.constantFrom("/", ".", "-"),
        fc.boolean(),
        (days, order, mark, isPadded) => {
          const date = new Date(Date.UTC(2027, 0, 1 + days)).toISOString().slice(0, 10);
          const [year, month, day] = date.split("-").map((part) => (isPadded ? part : String(Number(part))));
          const parts = order === "day_first" ? [day, month, year] : [month, day, year];
          expect(readDeliveryTime(parts.join(mark), order)).toEqual({ date, time: null });
        },
      ),
    );
  });
});

describe("the order of a file's dates", () => {
  it.each([
    ["is shown by a day above 12", ["02/01/2027", "25/01/2027"], "month_first", "day_first", true],
    ["is shown by a second number above 12", ["02/01/2027", "01/25/2027"], "day_first", "month_first", true],
    ["is the reader's while nothing shows it", ["02/01/2027 14:30"], "month_first", "month_first", true],
    ["begins with the day in dates with dots", ["02.01.2027"], "month_first", "day_first", false],
    [
      "is not open for dates that are the same in both",
      ["25/01/2027", "01/01/2027"],
      "month_first",
      "day_first",
      false,
    ],
    ["is not open for ISO dates", ["2027-01-02"], "day_first", "day_first", false],
  ] as const)("%s", (_, texts, reader, order, isOpen) => {
    expect(guessDateOrder(texts, reader)).toEqual({ order, isOpen });
  });
});
