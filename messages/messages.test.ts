import { describe, expect, it } from "vitest";
import { MESSAGES } from "@/messages/messages";

/** What is filled into a message; the words of a plural's forms stand in braces as well. */
const FILLED_IN = /(?<=(?<!\b(?:zero|one|two|few|many|other|=\d+) )\{)\w+(?=[},])/g;

/** The paths of all words, with the names of what is filled into each. */
function wordsOf(messages: object, path = ""): string[] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === "string"
      ? [`${path}${key} ${[...new Set(value.match(FILLED_IN) ?? [])].sort().join(" ")}`]
      : wordsOf(value, `${path}${key}.`),
  );
}

describe("the words of the pages", () => {
  it("are there in both languages and speak of the same", () => {
    expect(wordsOf(MESSAGES.ru)).toEqual(wordsOf(MESSAGES.en));
  });

  it("are English in English, but for the names of languages in their own", () => {
    const russian = (messages: object, path = ""): string[] =>
      Object.entries(messages).flatMap(([key, value]) =>
        typeof value === "string"
          ? /\p{Script=Cyrillic}/u.test(value)
            ? [path + key]
            : []
          : russian(value, `${path}${key}.`),
      );
    expect(russian(MESSAGES.en)).toEqual(["common.ru", "tracking.languages.ru", "tracking.languages.switch"]);
  });

  it("say something", () => {
    const empty = (messages: object): string[] =>
      Object.entries(messages).flatMap(([key, value]) =>
        typeof value === "string" ? (value.trim() === "" ? [key] : []) : empty(value),
      );
    expect([...empty(MESSAGES.ru), ...empty(MESSAGES.en)]).toEqual([]);
  });
});
