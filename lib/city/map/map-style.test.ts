import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { describe, expect, it } from "vitest";
import { MAP_COLORS, MAP_THEMES } from "@/lib/city/map/colors";
import { mapStyle, type StyledTiles } from "@/lib/city/map/map-style";
import { LOCALES } from "@/lib/locale/locale";

const TILES: StyledTiles = {
  address: "/map/0123456789ab/{z}/{x}/{y}",
  minZoom: 0,
  maxZoom: 14,
  bounds: { west: 28.7, south: 46.9, east: 29, north: 47.1 },
};

const STYLES = MAP_THEMES.flatMap((theme) => LOCALES.map((locale) => ({ theme, locale })));

describe.each(STYLES)("the map's style, $theme in $locale", ({ theme, locale }) => {
  const style = mapStyle(theme, locale, TILES);

  it("is valid by MapLibre's rules, with and without tiles", () => {
    expect(validateStyleMin(style)).toEqual([]);
    expect(validateStyleMin(mapStyle(theme, locale, null))).toEqual([]);
  });

  it("loads only this service's tiles and credits the source of the data", () => {
    expect(style).not.toHaveProperty("glyphs");
    expect(style).not.toHaveProperty("sprite");
    const addresses = JSON.stringify(style).match(/https?:\/\/[^"\\]+/g);
    expect(new Set(addresses)).toEqual(new Set(["https://www.openstreetmap.org/copyright"]));
    expect(JSON.stringify(style.sources)).toContain("© OpenStreetMap contributors");
  });

  it("labels places in the reader's language, or by their local name when it has no translation", () => {
    const named = style.layers.filter((layer) => layer.type === "symbol" && layer.id !== "house");
    expect(named.length).toBeGreaterThan(4);
    for (const layer of named) {
      expect(layer).toHaveProperty("layout.text-field", [
        "coalesce",
        ["get", `name_${locale}`],
        ["get", "name"],
        "",
      ]);
    }
  });

  it("shows house numbers only where houses are visible", () => {
    const house = style.layers.find(({ id }) => id === "house");
    expect(house?.minzoom).toBeGreaterThan(16);
  });
});

/** Returns the relative luminance (WCAG 2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(MAP_THEMES)("labels in the %s theme", (theme) => {
  const colors = MAP_COLORS[theme];
  // The halo separates a name from the road that it follows.
  it.each(["ground", "building", "park", "halo"] as const)("are legible on %s", (on) => {
    expect(contrast(colors.label, colors[on])).toBeGreaterThan(4.5);
  });
});
