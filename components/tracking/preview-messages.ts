import type { ShopBranding } from "@/lib/accounts/shop-identity";

export const PREVIEW_READY = "preview ready";

export interface PreviewMessages {
  readonly shop: ShopBranding;
  readonly theme: "light" | "dark";
}
