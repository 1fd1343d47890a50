import type { Account } from "@/lib/db/generated/client";

export interface ShopBranding {
  readonly name: string;
  readonly accent: string | null;
  readonly glyph: "white" | "ink";
  readonly logoUrl: string | null;
  readonly contact: { readonly phone: string | null; readonly url: string | null };
}

export type IdentityColumns = Pick<
  Account,
  "name" | "brandName" | "accent" | "logo" | "contactPhone" | "contactUrl"
>;

export function toIdentityColumns(account: IdentityColumns): IdentityColumns {
  const { name, brandName, accent, logo, contactPhone, contactUrl } = account;
  return { name, brandName, accent, logo, contactPhone, contactUrl };
}

const READABLE = 4.5;

export function toShopBranding(account: IdentityColumns): ShopBranding {
  const { name, brandName, accent, logo, contactPhone, contactUrl } = account;
  return {
    name: brandName ?? name,
    accent,
    glyph: accent === null || contrast(accent, "#ffffff") >= READABLE ? "white" : "ink",
    logoUrl: logo === null ? null : `/logos/${logo}.webp`,
    contact: { phone: contactPhone, url: contactUrl },
  };
}

export function getInitial(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "·").toUpperCase();
}

/** Returns the contrast of two `#rrggbb` colors, from 1 to 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
