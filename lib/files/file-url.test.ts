import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ADDRESS_LASTS_MS, fileToken, fileUrl, getFileUrlExpiry, readFileToken } from "@/lib/files/file-url";

const SECRET = "a secret of thirty-two characters";
const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
const NOW = new Date("2026-11-21T12:00:30.000Z");
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

describe("a signed file URL", () => {
  it("opens its file until it expires, and not at the instant of expiry", () => {
    const token = fileToken(SECRET, ID, later(1_000));
    expect(readFileToken(SECRET, token, NOW)).toBe(ID);
    expect(readFileToken(SECRET, token, later(999))).toBe(ID);
    expect(readFileToken(SECRET, token, later(1_000))).toBeNull();
    expect(readFileToken(SECRET, token, later(86_400_000))).toBeNull();
  });

  it("is valid for four to five minutes, and stays the same for a minute", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600_000 }), (milliseconds) => {
        const lasts = getFileUrlExpiry(later(milliseconds)).getTime() - later(milliseconds).getTime();
        expect(lasts).toBeGreaterThan(ADDRESS_LASTS_MS - 60_000);
        expect(lasts).toBeLessThanOrEqual(ADDRESS_LASTS_MS);
      }),
    );
    const served = { publicUrl: "https://drop.example", fileSecret: SECRET };
    const url = fileUrl(served, ID, NOW);
    expect(url).toMatch(/^https:\/\/drop\.example\/files\/[\w-]{72}$/);
    expect(fileUrl(served, ID, later(29_999))).toBe(url);
    expect(fileUrl(served, ID, later(30_000))).not.toBe(url);
  });

  it("opens nothing when a single character is changed", () => {
    const token = fileToken(SECRET, ID, later(60_000));
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (let place = 0; place < token.length; place += 1) {
      for (const letter of letters.replace(token.charAt(place), "")) {
        const changed = token.slice(0, place) + letter + token.slice(place + 1);
        expect(readFileToken(SECRET, changed, NOW)).toBeNull();
      }
    }
  });

  it("opens nothing under another secret or with a malformed token", () => {
    const token = fileToken(SECRET, ID, later(60_000));
    expect(readFileToken(`${SECRET}!`, token, NOW)).toBeNull();
    for (const text of [
      "",
      token.slice(1),
      `${token}A`,
      `${token}=`,
      `${token}\n`,
      token.replace(/./, "+"),
    ]) {
      expect(readFileToken(SECRET, text, NOW)).toBeNull();
    }
    fc.assert(fc.property(fc.string(), (text) => readFileToken(SECRET, text, NOW) === null));
  });

  it("is created only for an identifier", () => {
    expect(() => fileToken(SECRET, "../../etc/passwd", NOW)).toThrow(TypeError);
  });
});
