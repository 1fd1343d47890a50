import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contrast } from "@/lib/accounts/shop-identity";
import { MAP_COLORS, MAP_THEMES } from "@/lib/map/colors";

const CSS = readFileSync("app/tokens.css", "utf8");

interface Shades {
  readonly light: string;
  readonly dark: string;
}

/** Each color token of a block by name, in the light and in the dark theme, as `#rrggbb`. */
function splitTokens(css: string): Map<string, Shades> {
  return new Map(
    [...css.matchAll(/--([a-z-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w{6}));/g)]
      .filter(([, , light = ""]) => light.length !== 9)
      .map(([, name = "", light, dark, both]) => [
        name,
        { light: light ?? both ?? "", dark: dark ?? both ?? "" },
      ]),
  );
}

const [USUAL = "", OUTDOOR = ""] = CSS.split(':root[data-contrast="outdoor"]');
const TOKENS = splitTokens(USUAL);
const IN_THE_SUN = new Map([...TOKENS, ...splitTokens(OUTDOOR)]);

/** Returns a token's value; a name that is no token fails the test. */
function value(token: string, theme: "light" | "dark", tokens = TOKENS): string {
  const found = tokens.get(token)?.[theme];
  if (found === undefined) throw new Error(`no token --${token}`);
  return found;
}

const MEANINGS = ["new", "assigned", "delivered", "cancelled", "late", "bad", "test"];

/** Text colors and their grounds. */
const TEXT: readonly (readonly [text: string, ground: string])[] = [
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
const GRAPHICS: readonly (readonly [mark: string, ground: string])[] = [
  ["field-line", "surface"],
  ["focus", "surface"],
  ["focus", "ground"],
  ["bad", "surface"],
  ["route", "map-road"],
  ["route", "map-water"],
  ["route", "map-ground"],
];

describe.each(["light", "dark"] as const)("contrast in the %s theme", (theme) => {
  it.each(TEXT)("makes %s legible on %s", (text, ground) => {
    expect(contrast(value(text, theme), value(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(GRAPHICS)("makes %s visible on %s", (mark, ground) => {
    expect(contrast(value(mark, theme), value(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

/** Texts that couriers read in the sun. */
const SUNLIT: readonly (readonly [text: string, ground: string])[] = [
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

describe.each(["light", "dark"] as const)("contrast in the %s theme in sunlight", (theme) => {
  it.each(SUNLIT)("makes %s legible on %s", (text, ground) => {
    const ratio = contrast(value(text, theme, IN_THE_SUN), value(ground, theme, IN_THE_SUN));
    expect(ratio).toBeGreaterThanOrEqual(7);
  });
});

describe("design tokens", () => {
  it.each(MAP_THEMES)("match the map colors of the %s theme, which is drawn without stylesheets", (theme) => {
    const tokens = Object.keys(MAP_COLORS[theme]).map((name) => [name, value(`map-${name}`, theme)]);
    expect(MAP_COLORS[theme]).toEqual(Object.fromEntries(tokens));
  });

  it("are the only colors in the code", () => {
    const known = new Set(
      [...TOKENS.values(), ...IN_THE_SUN.values()].flatMap(({ light, dark }) => [light, dark]),
    );
    // Cars have dedicated colors.
    const files = ["app", "components", "lib"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((file) => join(folder, file))
        .filter((file) => /\.(tsx?|css|svg)$/.test(file) && !/\.test\.tsx?$|tokens\.css$/.test(file))
        .filter((file) => !file.startsWith("lib/db/generated") && file !== "components/tracking/color.ts"),
    );
    const strange = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/(?<![&\w])#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/gi)]
        .map(([color]) => (color.length === 4 ? color.replace(/[0-9a-f]/gi, "$&$&") : color))
        .filter((color) => !known.has(color))
        .map((color) => `${file} ${color}`),
    );
    expect(strange).toEqual([]);
  });
});
