import type { CSSProperties } from "react";
import { getInitial, type ShopBranding } from "@/lib/accounts/shop-identity";

/** Has inline styles, since tracking pages and the courier app have no dashboard stylesheet. */
export function ShopTile({ shop }: { shop: Pick<ShopBranding, "name" | "accent" | "glyph" | "logoUrl"> }) {
  const { name, accent, glyph, logoUrl } = shop;
  if (logoUrl !== null) {
    const style: CSSProperties = { ...SHAPE, objectFit: "cover" };
    // biome-ignore lint/performance/noImgElement: the service keeps logos in the size in which they are shown.
    return <img src={logoUrl} alt="" width={SIDE_PX} height={SIDE_PX} style={style} />;
  }
  return (
    <span aria-hidden="true" style={{ ...SHAPE, ...LETTER, ...getTileStyle(accent, glyph) }}>
      {getInitial(name)}
    </span>
  );
}

const SIDE_PX = 32;

const SHAPE: CSSProperties = {
  flex: "none",
  inlineSize: SIDE_PX,
  blockSize: SIDE_PX,
  borderRadius: "var(--r-m)",
};

const LETTER: CSSProperties = {
  display: "grid",
  placeItems: "center",
  font: "650 16px/1 var(--sans)",
};

function getTileStyle(accent: string | null, glyph: ShopBranding["glyph"]): CSSProperties {
  if (accent === null) return { background: "var(--fir)", color: "var(--on-fir)" };
  return {
    "--brand": accent,
    background: "var(--brand)",
    color: glyph === "white" ? "white" : "var(--on-live)",
  } as CSSProperties;
}
