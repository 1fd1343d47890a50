import { contrast } from "@/lib/accounts/contrast";

/** How recipients know a shop. */
export interface ShopIdentity {
  readonly name: string;
  /** As `#rrggbb`. */
  readonly accent: string | null;
  /** The colour of what stands on the accent: white where it can be read, ink otherwise. */
  readonly glyph: "white" | "ink";
  readonly logoUrl: string | null;
  /** A phone number in E.164, and an https address of a chat or a page. */
  readonly contact: { readonly phone: string | null; readonly url: string | null };
}

/** The columns that a shop's identity is made from. */
export interface IdentityColumns {
  readonly name: string;
  readonly brandName: string | null;
  readonly accent: string | null;
  readonly logo: string | null;
  readonly contactPhone: string | null;
  readonly contactUrl: string | null;
}

/** An account's identity columns alone, as a page may have them. */
export function identityColumnsOf(account: IdentityColumns): IdentityColumns {
  const { name, brandName, accent, logo, contactPhone, contactUrl } = account;
  return { name, brandName, accent, logo, contactPhone, contactUrl };
}

const READABLE = 4.5;

/** How recipients know the shop that an account is. */
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

/** The letter of a shop without a logo: the first of its name, whatever stands before it. */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "·").toUpperCase();
}
