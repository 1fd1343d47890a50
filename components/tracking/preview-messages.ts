import type { ShopIdentity } from "@/lib/accounts/shop-identity";

/** What a preview tells the page around it once it listens. */
export const PREVIEW_READY = "preview ready";

/** What that page answers, and says again with every change. */
export interface Previewed {
  readonly shop: ShopIdentity;
  readonly theme: "light" | "dark";
}
