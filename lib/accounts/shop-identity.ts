import { contrast } from "@/lib/accounts/contrast";

export interface ShopIdentity {
  readonly name: string;
  /** As `#rrggbb`. */
  readonly accent: string | null;
  /** The readable color on the accent. */
  readonly glyph: "white" | "ink";
  readonly logoUrl: string | null;
  /** E.164 and https. */
  readonly contact: { readonly phone: string | null; readonly url: string | null };
}

export interface IdentityColumns {
  readonly name: string;
  readonly brandName: string | null;
  readonly accent: string | null;
  readonly logo: string | null;
  readonly contactPhone: string | null;
  readonly contactUrl: string | null;
}

export function identityColumnsOf(account: IdentityColumns): IdentityColumns {
  const { name, brandName, accent, logo, contactPhone, contactUrl } = account;
  return { name, brandName, accent, logo, contactPhone, contactUrl };
}

const READABLE = 4.5;

export function identityOf(account: IdentityColumns): ShopIdentity {
  const { name, brandName, accent, logo, contactPhone, contactUrl } = account;
  return {
    name: brandName ?? name,
    accent,
    glyph: accent === null || contrast(accent, "#ffffff") >= READABLE ? "white" : "ink",
    logoUrl: logo === null ? null : `/logos/${logo}.webp`,
    contact: { phone: contactPhone, url: contactUrl },
  };
}

/** The first letter or digit of the name. */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "·").toUpperCase();
}
