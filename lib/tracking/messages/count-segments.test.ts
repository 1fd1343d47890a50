import { describe, expect, it } from "vitest";
import { countSegments } from "@/lib/tracking/messages/count-segments";
import { MESSAGES } from "@/messages/messages";

describe("the segments of a text message", () => {
  it.each([
    ["160 GSM-7 characters", "a".repeat(160), { segments: 1, length: 160, isUnicode: false }],
    ["161 GSM-7 characters", "a".repeat(161), { segments: 2, length: 161, isUnicode: false }],
    ["306 GSM-7 characters", "a".repeat(306), { segments: 2, length: 306, isUnicode: false }],
    ["307 GSM-7 characters", "a".repeat(307), { segments: 3, length: 307, isUnicode: false }],
    ["two septets for a euro sign", "€".repeat(80), { segments: 1, length: 160, isUnicode: false }],
    ["an escaped character at the limit", `${"a".repeat(152)}€${"a".repeat(152)}`, { segments: 3 }],
    ["70 Cyrillic letters", "я".repeat(70), { segments: 1, length: 70, isUnicode: true }],
    ["71 Cyrillic letters", "я".repeat(71), { segments: 2, length: 71, isUnicode: true }],
    ["134 Cyrillic letters", "я".repeat(134), { segments: 2, length: 134, isUnicode: true }],
    ["135 Cyrillic letters", "я".repeat(135), { segments: 3, length: 135, isUnicode: true }],
    ["an emoji across the limit", `${"я".repeat(66)}🚚${"я".repeat(66)}`, { segments: 3, length: 134 }],
    ["a typographic dash", "–", { segments: 1, length: 1, isUnicode: true }],
    ["an empty text", "", { segments: 1, length: 0, isUnicode: false }],
  ])("are counted for %s", (_, text, expected) => {
    expect(countSegments(text)).toMatchObject(expected);
  });

  it("are of GSM-7 for the English defaults", () => {
    const { defaults, next } = MESSAGES.en.recipient;
    for (const text of [...Object.values(defaults), ...Object.values(next)]) {
      expect(countSegments(text).isUnicode).toBe(false);
    }
  });
});
