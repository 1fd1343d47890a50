import type { Loaded } from "@/app/t/load-state";
import { findLogo } from "@/lib/accounts/serve-logo";
import { config } from "@/lib/config";
import { hasPreview, type PreviewLogo } from "@/lib/map/find-preview";
import { maps } from "@/lib/map/served-map";
import { runtime } from "@/lib/process/runtime";

/** Null once the delivery is over, or when no map covers the shop. */
export async function findLinkPreview({ state, place }: Extract<Loaded, { kind: "open" }>) {
  if (state.isFinal || config().mapStyleUrl === "none") return null;
  const map = await maps().current();
  return map !== null && hasPreview(map, place) ? { map, place, logo: logoOf(state.shop.logoUrl) } : null;
}

function logoOf(url: string | null): PreviewLogo | null {
  if (url === null) return null;
  const name = url.slice(url.lastIndexOf("/") + 1);
  return { name, read: async () => (await findLogo(runtime().files, name))?.bytes ?? null };
}
