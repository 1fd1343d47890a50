import type { CSSProperties } from "react";
import { initialOf, type ShopIdentity } from "@/lib/accounts/shop-identity";

/**
 * A shop's logo, or the first letter of its name on its accent. It stands beside the name and says nothing more.
 *
 * Its style is its own: tracking pages and the courier app are made without the dashboard's stylesheet.
 */
export function ShopTile({
  shop,
  size = 32,
}: {
  shop: Pick<ShopIdentity, "name" | "accent" | "glyph" | "logoUrl">;
  size?: 32 | 34;
}) {
  const { name, accent, glyph, logoUrl } = shop;
  const shape: CSSProperties = {
    flex: "none",
    inlineSize: size,
    blockSize: size,
    borderRadius: "var(--r-m)",
  };
  if (logoUrl !== null) {
    // biome-ignore lint/performance/noImgElement: the service keeps logos in the size in which they are shown.
    return <img src={logoUrl} alt="" width={size} height={size} style={{ ...shape, objectFit: "cover" }} />;
  }
  return (
    <span aria-hidden="true" style={{ ...shape, ...LETTER, ...groundOf(accent, glyph) }}>
      {initialOf(name)}
    </span>
  );
}

const LETTER: CSSProperties = {
  display: "grid",
  placeItems: "center",
  font: "650 16px/1 var(--sans)",
};

function groundOf(accent: string | null, glyph: ShopIdentity["glyph"]): CSSProperties {
  if (accent === null) return { background: "var(--fir)", color: "var(--on-fir)" };
  return {
    "--brand": accent,
    background: "var(--brand)",
    color: glyph === "white" ? "white" : "var(--on-live)",
  } as CSSProperties;
}
