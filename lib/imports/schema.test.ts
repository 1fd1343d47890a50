import { describe, expect, it } from "vitest";
import { MAX_CELL_LENGTH, MAX_CHECKED_ROWS, MAX_COLUMNS, MAX_ROWS } from "@/lib/imports/limits";
import { checkInput, submissionInput } from "@/lib/imports/schema";
import { MAX_DROPOFFS } from "@/lib/routing/trip";

const PLACE = { latitude: 1, longitude: 2, area: "", street: "", building: "", isApproximate: false };
const times = <Value>(count: number, value: Value): Value[] => Array<Value>(count).fill(value);
const places = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}`, PLACE]));

const CHECK = { columns: ["phone"], pickup: null, groups: [[["1"]]], places: {} };
const SUBMISSION = {
  ...CHECK,
  ...{ id: "0c2b1d9e-8f61-4d0e-9b1a-2f3c4d5e6f70", fileName: "orders.csv", header: ["Phone"] },
};

describe("the limits of an import", () => {
  it.each([
    ["rows of one order", { groups: [times(MAX_CHECKED_ROWS, ["1"])] }],
    ["orders", { groups: times(MAX_CHECKED_ROWS, [["1"]]) }],
    ["columns", { columns: times(MAX_COLUMNS, null), groups: [[times(MAX_COLUMNS, "1")]] }],
    ["characters of a cell", { groups: [[["x".repeat(MAX_CELL_LENGTH)]]] }],
    ["places", { places: places(2 * MAX_CHECKED_ROWS) }],
  ])("allow a check their number of %s", (_, change) => {
    expect(checkInput.safeParse({ ...CHECK, ...change }).success).toBe(true);
  });

  it.each([
    ["rows of one order", { groups: [times(MAX_CHECKED_ROWS + 1, ["1"])] }],
    ["rows of several orders", { groups: times(MAX_CHECKED_ROWS / 2 + 1, times(2, ["1"])) }],
    ["orders", { groups: times(MAX_CHECKED_ROWS + 1, [["1"]]) }],
    ["columns", { columns: times(MAX_COLUMNS + 1, null) }],
    ["cells", { groups: [[times(MAX_COLUMNS + 1, "1")]] }],
    ["characters of a cell", { groups: [[["x".repeat(MAX_CELL_LENGTH + 1)]]] }],
    ["places", { places: places(2 * MAX_CHECKED_ROWS + 1) }],
    ["characters of a place", { places: { a: { ...PLACE, street: "x".repeat(MAX_CELL_LENGTH + 1) } } }],
  ])("refuse a check more %s", (_, change) => {
    expect(checkInput.safeParse({ ...CHECK, ...change }).success).toBe(false);
  });

  it("allow a submission a whole file, of at most ten rows for each order", () => {
    const isAllowed = (groups: readonly unknown[]) =>
      submissionInput.safeParse({ ...SUBMISSION, groups }).success;
    expect(isAllowed(times(MAX_ROWS, [["1"]]))).toBe(true);
    expect(isAllowed(times(MAX_ROWS / MAX_DROPOFFS, times(MAX_DROPOFFS, ["1"])))).toBe(true);
    expect(isAllowed(times(MAX_ROWS + 1, [["1"]]))).toBe(false);
    expect(isAllowed(times(MAX_ROWS / MAX_DROPOFFS + 1, times(MAX_DROPOFFS, ["1"])))).toBe(false);
    expect(isAllowed([times(MAX_DROPOFFS + 1, ["1"])])).toBe(false);
  });
});
