import { describe, expect, it } from "vitest";
import { offsetAfter } from "@/lib/clock";

describe("the correction of the machine's clock", () => {
  it.each([
    ["stays none while the clocks may agree", 0, [1_000, 1_020, 1_050], 0],
    ["stays none in the millisecond that the machine leaves out", 0, [1_000, 1_000.9, 1_000], 0],
    ["is the middle of what it may be", 0, [1_000, 601_000, 1_100], 599_950],
    ["is that way as well when the machine is ahead", 0, [601_000, 1_000, 601_099], -600_050],
    ["stays as it is while it may be right", 599_950, [5_000, 605_000, 5_200], 599_950],
    ["follows when the machine's clock is set right", 599_950, [700_000, 700_010, 700_020], 0],
  ])("%s", (_, before, [askedAtMs = 0, databaseMs = 0, answeredAtMs = 0], after) => {
    expect(offsetAfter(before, { askedAtMs, databaseMs, answeredAtMs })).toBe(after);
  });
});
