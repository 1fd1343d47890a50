import { describe, expect, it } from "vitest";
import { structuralShare } from "@/components/ui/keep-equal";

describe("keepEqual", () => {
  const before = { code: "a", stops: [{ at: 1 }, { at: 2 }], courier: { seen: null as number | null } };

  it.each([
    ["equal as a whole", before],
    ["the same list", [1, { two: [2] }]],
    ["nothing", null],
    ["absent", undefined],
    ["text", "new"],
  ])("keeps what is %s", (_, value) => {
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
    ["a field more", { a: 1 }, { a: 1, b: undefined }],
    ["a field less", { a: 1, b: undefined }, { a: 1 }],
    ["another field", { a: undefined }, { b: undefined }],
    ["a list for an object", { 0: 1 }, [1]],
    ["an object for nothing", null, { a: 1 }],
    ["nothing for an object", { a: 1 }, null],
  ])("takes %s as it is", (_, one, other) => {
    const stored = structuralShare(one, other);
    expect(stored).toStrictEqual(other);
    expect(stored).not.toBe(one);
  });
});
