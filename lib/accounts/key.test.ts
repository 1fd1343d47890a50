import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generateKey, hashKey, isWellFormedKey, visibleParts } from "@/lib/accounts/key";

describe("API keys", () => {
  it("have the published form and differ", () => {
    const keys = Array.from({ length: 200 }, (_, index) => generateKey(index % 2 === 0 ? "live" : "test"));
    for (const key of keys) {
      expect(key).toMatch(/^dl_(live|test)_[0-9A-Za-z]{38}$/);
      expect(isWellFormedKey(key)).toBe(true);
    }
    expect(new Set(keys).size).toBe(200);
  });

  it("no single changed character leaves a key well-formed", () => {
    const key = generateKey("live");
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(..."09AZaz_-"), (at, character) => {
        const changed = key.slice(0, at) + character + key.slice(at + 1);
        return changed === key || !isWellFormedKey(changed);
      }),
    );
  });

  it("no other text is taken for a key", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !isWellFormedKey(text)));
  });

  it("are stored as SHA-256 and shown by their beginning and end", () => {
    const key = generateKey("test");
    expect(hashKey(key)).toHaveLength(32);
    expect(visibleParts(key)).toEqual({ prefix: key.slice(0, 12), lastFour: key.slice(-4) });
  });
});
