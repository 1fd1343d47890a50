import { describe, expect, it } from "vitest";
import { getInitial, toShopBranding } from "@/lib/accounts/shop-identity";

const NONE = { brandName: null, accent: null, logo: null, contactPhone: null, contactUrl: null };

describe("a shop's identity", () => {
  it("is the account's name while the shop has given no other", () => {
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
  ])("on %s is written in %s", (accent, glyph) => {
    expect(toShopBranding({ name: "Полка", ...NONE, accent }).glyph).toBe(glyph);
  });

  it.each([
    ["Цветы", "Ц"],
    ["«полынь»", "П"],
    ["  24 часа", "2"],
    ["🌸", "·"],
  ])("begins %s with %s", (name, letter) => {
    expect(getInitial(name)).toBe(letter);
  });
});
