import { expect, it } from "vitest";
import { splitByRows } from "@/components/imports/use-check";
import { MAX_CHECKED_ROWS } from "@/lib/imports/limits";

it("a file is checked in requests of at most 100 rows, and a larger order in a separate one", () => {
  const sizes = [...Array<number>(150).fill(1), 60, 40, 1, MAX_CHECKED_ROWS + 20, 2, 3];
  const parts = splitByRows([...sizes.keys()], (index) => sizes[index] ?? 0);
  expect(parts.flat()).toEqual([...sizes.keys()]);
  const rows = parts.map((part) => part.reduce((sum, index) => sum + (sizes[index] ?? 0), 0));
  expect(rows).toEqual([100, 50, 100, 1, MAX_CHECKED_ROWS + 20, 5]);
});
