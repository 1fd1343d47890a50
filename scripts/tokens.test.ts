import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast } from "@/lib/accounts/shop-identity";
import { MAP_COLORS, MAP_THEMES } from "@/lib/city/map/colors";
import { isTest, pathsBelow } from "@/scripts/sources";

const CSS = readFileSync("app/tokens.css", "utf8");

interface Shades {
  readonly light: string;
  readonly dark: string;
}

type Tokens = ReadonlyMap<string, Shades>;

/** Each color token of a block by name, in the light and in the dark theme, as `#rrggbb` or `#rrggbbaa`. */
function splitTokens(css: string): Tokens {
  return new Map(
    [...css.matchAll(/--([a-z0-9-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g)].map(
      ([, name = "", light, dark, both]) => [name, { light: light ?? both ?? "", dark: dark ?? both ?? "" }],
    ),
  );
}

const [USUAL = "", OUTDOOR = ""] = CSS.split(':root[data-contrast="outdoor"]');
const TOKENS = splitTokens(USUAL);
const IN_THE_SUN = new Map([...TOKENS, ...splitTokens(OUTDOOR)]);

type Theme = (typeof MAP_THEMES)[number];

/** Returns a token's value. @throws if there is no such token */
function getValue(tokens: Tokens, token: string, theme: Theme): string {
  const found = tokens.get(token)?.[theme];
  if (found === undefined) throw new Error(`no token --${token}`);
  return found;
}

/** A color and its ground. */
type Pair = readonly [mark: string, ground: string];

/** Returns the pairs whose contrast is less than the minimum of WCAG, with the contrast. */
function findFaintPairs(tokens: Tokens, theme: Theme, pairs: readonly Pair[], minimum: number): string[] {
  return pairs
    .map(([mark, ground]) => ({
      name: `${mark} on ${ground}`,
      ratio: contrast(getValue(tokens, mark, theme), getValue(tokens, ground, theme)),
    }))
    .filter(({ ratio }) => ratio < minimum)
    .map(({ name, ratio }) => `${name}: ${ratio.toFixed(2)}`);
}

const MEANINGS = ["new", "assigned", "delivered", "cancelled", "late", "bad", "test"];

/** Text colors and their grounds. */
const TEXT: readonly Pair[] = [
  ...["ground", "surface", "raised", "fill", "hover", "selected"].flatMap((ground) =>
    ["ink", "soft", "link"].map((text) => [text, ground] as const),
  ),
  ...["ground", "surface", "fill"].map((ground) => ["faint", ground] as const),
  ...MEANINGS.map((meaning) => [meaning, `${meaning}-tint`] as const),
  ...MEANINGS.map((meaning) => [meaning, "surface"] as const),
  ...["late-tint", "bad-tint", "test-tint", "live"].map(
    (ground) => [ground === "live" ? "on-live" : "ink", ground] as const,
  ),
  ["soft", "test-tint"],
  ["on-fir", "fir"],
  ["on-fir", "fir-hover"],
  ["surface", "ink"],
  ["map-label", "map-ground"],
  ["map-label", "map-park"],
  ["map-label", "map-halo"],
];

/** Graphics that must be distinct from their ground: WCAG requires 3. */
const GRAPHICS: readonly Pair[] = [
  ["field-line", "surface"],
  ["focus", "surface"],
  ["focus", "ground"],
  ["bad", "surface"],
  ["route", "map-road"],
  ["route", "map-water"],
  ["route", "map-ground"],
];

/** Texts that couriers read in the sun. */
const SUNLIT: readonly Pair[] = [
  ...["ground", "surface", "raised", "fill", "selected"].flatMap((ground) =>
    ["ink", "soft", "faint", "link", "delivered", "late", "bad"].map((text) => [text, ground] as const),
  ),
  ...["delivered", "late", "bad"].flatMap((meaning) =>
    [meaning, "ink"].map((text) => [text, `${meaning}-tint`] as const),
  ),
  ["on-fir", "fir"],
  ["on-fir", "fir-hover"],
  ["on-live", "live"],
  ["ink", "hover"],
  ["field-line", "surface"],
  ["line", "surface"],
  ["focus", "surface"],
];

describe.each(MAP_THEMES)("in the %s theme", (theme) => {
  it("every text is legible", () => {
    expect(findFaintPairs(TOKENS, theme, TEXT, 4.5)).toEqual([]);
  });

  it("every graphic is visible", () => {
    expect(findFaintPairs(TOKENS, theme, GRAPHICS, 3)).toEqual([]);
  });

  it("every text that couriers read is legible in sunlight", () => {
    expect(findFaintPairs(IN_THE_SUN, theme, SUNLIT, 7)).toEqual([]);
  });

  it("the map colors, which are drawn without stylesheets, are those of the tokens", () => {
    expect(findMapDifferences(TOKENS, theme)).toEqual([]);
  });
});

it("a planted faint text is found in its theme, and an unknown token refused", () => {
  const planted = splitTokens("--ink: light-dark(#777777, #eeeeee); --ground: light-dark(#ffffff, #000000);");
  const pairs = [
    ["ink", "ground"],
    ["ground", "ink"],
  ] as const;
  expect(findFaintPairs(planted, "light", pairs, 4.5)).toEqual([
    "ink on ground: 4.48",
    "ground on ink: 4.48",
  ]);
  expect(findFaintPairs(planted, "light", pairs, 4.4)).toEqual([]);
  expect(findFaintPairs(planted, "dark", pairs, 4.5)).toEqual([]);
  expect(() => findFaintPairs(planted, "dark", [["none", "ground"]], 3)).toThrow("no token --none");
});

/** Returns the names of map colors that differ from their tokens. */
function findMapDifferences(tokens: Tokens, theme: Theme): string[] {
  return Object.entries(MAP_COLORS[theme])
    .filter(([name, color]) => color !== getValue(tokens, `map-${name}`, theme))
    .map(([name]) => name);
}

it("a planted difference between a token and the map's color is found", () => {
  const planted = new Map([...TOKENS, ["map-water", { light: "#123456", dark: "#123456" }]]);
  for (const theme of MAP_THEMES) expect(findMapDifferences(planted, theme)).toEqual(["water"]);
});

/** Returns each file's colors that are no token, in lower case. */
function findOtherColors(files: Readonly<Record<string, string>>, tokens: readonly Tokens[]): string[] {
  const shades = tokens.flatMap((one) => [...one.values()]);
  const known = new Set(shades.flatMap(({ light, dark }) => [light, dark]));
  return Object.entries(files).flatMap(([file, text]) =>
    [
      ...text.matchAll(
        /(?<![&\w])#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgb|hsl)a?\([\d.][^)]*\)|\b(?:oklch|lab)\([^)]*\)/gi,
      ),
    ]
      .map(([color]) => (color.length === 4 ? color.replace(/[0-9a-f]/gi, "$&$&") : color).toLowerCase())
      .filter((color) => !known.has(color))
      .map((color) => `${file} ${color}`),
  );
}

it("the tokens are the only colors in the code", () => {
  // Cars have dedicated colors.
  const paths = pathsBelow(["app", "components", "lib"], /\.(tsx?|css|svg)$/).filter(
    (path) => !isTest(path) && path !== "app/tokens.css" && path !== "components/tracking/translate-color.ts",
  );
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));
  expect(findOtherColors(files, [TOKENS, IN_THE_SUN])).toEqual([]);
});

it("a planted color that is no token is found", () => {
  const planted = {
    "components/row.tsx": `<path d="#abc" fill="#123456" /> const shadow = "#00000080"; see &#123; order #1100`,
    "app/page.css": "a { color: #FFF; background: rgb(0 0 0 / 0.5); border-color: hsl(0deg 0% 0%); }",
  };
  expect(
    findOtherColors(planted, [splitTokens("--ink: #123456; --paper: light-dark(#ffffff, #aabbcc);")]),
  ).toEqual([
    "components/row.tsx #00000080",
    "app/page.css rgb(0 0 0 / 0.5)",
    "app/page.css hsl(0deg 0% 0%)",
  ]);
});
