import { describe, expect, it } from "vitest";
import { structuralShare } from "@/components/ui/structural-share";

describe("structuralShare", () => {
  const before = { code: "a", stops: [{ at: 1 }, { at: 2 }], courier: { seen: null as number | null } };

  it.each([
    ["an equal object", before],
    ["an equal list", [1, { two: [2] }]],
    ["null", null],
    ["undefined", undefined],
    ["an equal text", "new"],
  ])("keeps the old value for %s", (_, value) => {
    expect(structuralShare(value, structuredClone(value))).toBe(value);
  });

  it("keeps the parts that have not changed", () => {
    const next = { ...structuredClone(before), courier: { seen: 5 } };
    const stored = structuralShare(before, next);
    expect(stored).toEqual(next);
    expect(stored.stops).toBe(before.stops);
    expect(stored.courier).not.toBe(before.courier);
  });

  it.each<[string, unknown, unknown]>([
    ["a longer list", [1], [1, 2]],
    ["a shorter list", [1, 2], [1]],
    ["an added field", { a: 1 }, { a: 1, b: undefined }],
    ["a removed field", { a: 1, b: undefined }, { a: 1 }],
    ["another field", { a: undefined }, { b: undefined }],
    ["a list in place of an object", { 0: 1 }, [1]],
    ["an object in place of null", null, { a: 1 }],
    ["null in place of an object", { a: 1 }, null],
  ])("returns the new value unchanged for %s", (_, one, other) => {
    const stored = structuralShare(one, other);
    expect(stored).toStrictEqual(other);
    expect(stored).not.toBe(one);
  });
});
