import { describe, expect, it } from "vitest";
import { latinKey, matchesQuery } from "@/lib/web/palette";

describe("text typed into the palette", () => {
  it.each([
    ["Theme: Dark тёмная ночь", "тем", true],
    ["Theme: Dark темная ночь", "ТЁМНАЯ", true],
    ["Ștefan Rusu", "stefan", true],
    ["Алёна Щукина", "alena shch", true],
    ["New order создать заказ", "заказ new", true],
    ["New order создать заказ", "заказ old", false],
    ["Orders", " ord ", true],
    ["Orders", "", true],
  ])("%s is meant by “%s”: %s", (words, typed, expected) => {
    expect(matchesQuery(words, typed)).toBe(expected);
  });
});

describe("a key's letter", () => {
  it.each([
    ["k", "KeyK", "k"],
    ["K", "KeyK", "k"],
    ["л", "KeyK", "k"],
    ["t", "KeyK", "t"],
    ["?", "Slash", null],
    ["Enter", "Enter", null],
    ["Dead", "KeyE", null],
  ])("%s on %s is %s", (key, code, letter) => {
    expect(latinKey({ key, code })).toBe(letter);
  });
});
