import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  generateKey,
  hashKey,
  isUnused,
  isWellFormedKey,
  keyPreview,
  keyState,
  matchesKeyConfirmation,
} from "@/lib/accounts/key";
import { anyText } from "@/testing/any-text";

describe("API keys", () => {
  it("have the published form and are unique (AUTH-6)", () => {
    const keys = Array.from({ length: 200 }, (_, index) => generateKey(index % 2 === 0 ? "live" : "test"));
    for (const key of keys) {
      expect(key).toMatch(/^dl_(live|test)_[0-9A-Za-z]{38}$/);
      expect(isWellFormedKey(key)).toBe(true);
    }
    expect(new Set(keys).size).toBe(200);
  });

  it("are no longer well-formed after any single character changes (AUTH-6)", () => {
    const key = generateKey("live");
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(..."09AZaz_-"), (at, character) => {
        const changed = key.slice(0, at) + character + key.slice(at + 1);
        return changed === key || !isWellFormedKey(changed);
      }),
    );
  });

  it("are not matched by arbitrary text", () => {
    fc.assert(fc.property(anyText(), (text) => !isWellFormedKey(text)));
  });

  it("are stored as SHA-256 and shown by their first and last characters (AUTH-7)", () => {
    const key = generateKey("test");
    expect(hashKey(key)).toHaveLength(32);
    expect(keyPreview(key)).toEqual({ prefix: key.slice(0, 12), lastFour: key.slice(-4) });
  });
});

describe("the state of a key", () => {
  const now = new Date("2026-11-21T12:00:00.000Z");
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const key = { createdAt: inDays(-100), expiresAt: null, revokedAt: null, lastUsedAt: null };

  it.each([
    ["active", {}],
    ["active", { expiresAt: new Date(inDays(7).getTime() + 1) }],
    ["expiring", { expiresAt: inDays(7) }],
    ["expiring", { expiresAt: new Date(now.getTime() + 1) }],
    ["expired", { expiresAt: now }],
    ["revoked", { revokedAt: inDays(-1) }],
    ["revoked", { revokedAt: inDays(-1), expiresAt: inDays(-2) }],
  ])("is %s for a key with %j", (state, change) => {
    expect(keyState({ ...key, ...change }, now)).toBe(state);
  });

  it.each([
    [true, {}],
    [true, { lastUsedAt: inDays(-30) }],
    [false, { lastUsedAt: inDays(-29) }],
    [false, { createdAt: inDays(-29) }],
  ])("is reported as unused (%s) for a key with %j", (expected, change) => {
    expect(isUnused({ ...key, ...change }, now)).toBe(expected);
  });

  it.each([
    ["Shop server", true],
    [" shop SERVER ", true],
    ["a3F9", true],
    ["A3f9", false],
    ["Shop", false],
    ["", false],
  ])("accepts the typed confirmation %j as naming the key: %s", (typed, expected) => {
    expect(matchesKeyConfirmation(typed, { name: "Shop server", lastFour: "a3F9" })).toBe(expected);
  });
});
