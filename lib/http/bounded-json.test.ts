import { describe, expect, it, vi } from "vitest";
import { JsonLimitError, MAX_JSON_LEVELS, MAX_JSON_VALUES, parseBoundedJson } from "@/lib/http/bounded-json";

const nest = (levels: number, open = "[", close = "]") => open.repeat(levels) + close.repeat(levels);
const list = (values: number, value: string) => `[${Array(values - 1).fill(value)}]`;

describe("JSON that others send", () => {
  it.each(["[", '{"a":'])("is parsed up to 32 levels of %s and refused before parsing beyond", (open) => {
    const parse = vi.spyOn(JSON, "parse");
    const of = (levels: number) =>
      open === "[" ? nest(levels) : `${open.repeat(levels)}0${"}".repeat(levels)}`;
    expect(() => parseBoundedJson(of(MAX_JSON_LEVELS))).not.toThrow();
    expect(parse).toHaveBeenCalledTimes(1);
    expect(() => parseBoundedJson(of(MAX_JSON_LEVELS + 1))).toThrow(
      new JsonLimitError("must not be nested more than 32 levels deep"),
    );
    expect(parse).toHaveBeenCalledTimes(1);
    parse.mockRestore();
  });

  it.each(["0", "[]", "{}", '""', '{"a":1}'])("is refused above 20,000 values such as %s", (value) => {
    // A container is counted with its place in the list.
    expect(() => parseBoundedJson(list(MAX_JSON_VALUES / 2, value))).not.toThrow();
    expect(() => parseBoundedJson(list(MAX_JSON_VALUES + 2, value))).toThrow(JsonLimitError);
    expect(() => parseBoundedJson(list(30, value), 10)).toThrow("must contain at most 10 values");
  });

  it.each([
    JSON.stringify("[".repeat(1_000)),
    JSON.stringify(`\\"${"{".repeat(1_000)}`),
    JSON.stringify(`${"\\".repeat(7)}"${"[".repeat(1_000)}`),
    JSON.stringify({ ["[{".repeat(500)]: "],".repeat(500) }),
    JSON.stringify(`я"№\u2028${"[".repeat(100)}😀`),
    nest(10),
    list(1_000, nest(10)),
  ])("counts neither brackets in strings nor closed ones (%#)", (json) => {
    expect(parseBoundedJson(json)).toEqual(JSON.parse(json));
  });

  it("accepts a byte order mark and refuses other encodings and broken text", () => {
    expect(parseBoundedJson(Buffer.from("\ufeff[1]"))).toEqual([1]);
    for (const broken of ["", "[", '"', '"\\', "]".repeat(100), "[}", Buffer.from([0x22, 0xff, 0x22])])
      expect(() => parseBoundedJson(broken)).toThrow(SyntaxError);
  });

  it("is never refused for its levels when a parser counts fewer", () => {
    const levelsOf = (value: unknown): number =>
      typeof value === "object" && value !== null
        ? 1 + Math.max(0, ...Object.values(value).map(levelsOf))
        : 0;
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    const TEXTS = ['"', "\\", "[", "]", "{", "}", ",", "\\u005b", "ж"];
    const make = (depth: number): unknown => {
      const kind = next(depth === 0 ? 2 : 4);
      const text = Array.from({ length: next(6) }, () => TEXTS[next(TEXTS.length)]).join("");
      if (kind < 2) return text;
      const inner = Array.from({ length: next(4) }, () => make(depth - 1));
      return kind === 2 ? inner : Object.fromEntries(inner.map((one, index) => [`${text}${index}`, one]));
    };
    for (let round = 0; round < 300; round += 1) {
      const value = make(next(40));
      const json = JSON.stringify(value, null, next(3));
      const parse = () => parseBoundedJson(json, Number.POSITIVE_INFINITY);
      if (levelsOf(value) > MAX_JSON_LEVELS) expect(parse).toThrow(JsonLimitError);
      else expect(parse()).toEqual(value);
    }
  });
});
