import { describe, expect, it } from "vitest";
import { getInitial, toShopBranding } from "@/lib/accounts/shop-identity";

const NONE = { brandName: null, accent: null, logo: null, contactPhone: null, contactUrl: null };

describe("a shop's identity", () => {
  it("uses the account's name when the shop has no brand name", () => {
    expect(toShopBranding({ name: "ООО «Полка»", ...NONE })).toEqual({
      name: "ООО «Полка»",
      accent: null,
      glyph: "white",
      logoUrl: null,
      contact: { phone: null, url: null },
    });
    expect(toShopBranding({ name: "ООО «Полка»", ...NONE, brandName: "Полка" }).name).toBe("Полка");
  });

  it.each([
    ["#8c2b4a", "white"],
    ["#000000", "white"],
    // The lightest gray on which white is read, and the next.
    ["#767676", "white"],
    ["#777777", "ink"],
    ["#f2c14e", "ink"],
    ["#ffffff", "ink"],
  ])("on the accent color %s uses a glyph in %s", (accent, glyph) => {
    expect(toShopBranding({ name: "Полка", ...NONE, accent }).glyph).toBe(glyph);
  });

  it.each([
    ["Цветы", "Ц"],
    ["«полынь»", "П"],
    ["  24 часа", "2"],
    ["🌸", "·"],
  ])("shows for the name %s the initial %s", (name, letter) => {
    expect(getInitial(name)).toBe(letter);
  });
});
