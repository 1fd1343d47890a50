import { describe, expect, it } from "vitest";
import { latinKey, matchesQuery } from "@/lib/http/matches-query";

describe("a search in the palette", () => {
  it.each([
    ["Theme: Dark тёмная ночь", "тем", true],
    ["Theme: Dark темная ночь", "ТЁМНАЯ", true],
    ["Ștefan Rusu", "stefan", true],
    ["Алёна Щукина", "alena shch", true],
    ["New order создать заказ", "заказ new", true],
    ["New order создать заказ", "заказ old", false],
    ["Orders", " ord ", true],
    ["Orders", "", true],
  ])("compares the command “%s” with the text “%s” and reports the match as %s", (words, typed, expected) => {
    expect(matchesQuery(words, typed)).toBe(expected);
  });
});

describe("the Latin letter of a key", () => {
  it.each([
    ["k", "KeyK", "k"],
    ["K", "KeyK", "k"],
    ["л", "KeyK", "k"],
    ["t", "KeyK", "t"],
    ["?", "Slash", null],
    ["Enter", "Enter", null],
    ["Dead", "KeyE", null],
  ])("for %s on the key %s is %s", (key, code, letter) => {
    expect(latinKey({ key, code })).toBe(letter);
  });
});
