import type { ShopIdentity } from "@/lib/accounts/shop-identity";

export const PREVIEW_READY = "preview ready";

export interface Previewed {
  readonly shop: ShopIdentity;
  readonly theme: "light" | "dark";
}
