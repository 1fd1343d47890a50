import type { LoadedPage } from "@/app/t/load-state";
import { findLogo } from "@/lib/accounts/serve-logo";
import { hasPreview, type PreviewLogo } from "@/lib/city/map/find-preview";
import { getTilesets } from "@/lib/city/map/served-map";
import { config } from "@/lib/config";
import { runtime } from "@/lib/process/runtime";

/** Null after the delivery has ended, or if no map covers the shop. */
export async function findLinkPreview({ state, place }: Extract<LoadedPage, { kind: "open" }>) {
  if (state.isFinal || config().mapStyleUrl === "none") return null;
  const map = await getTilesets().current();
  return map !== null && hasPreview(map, place)
    ? { map, place, logo: toPreviewLogo(state.shop.logoUrl) }
    : null;
}

function toPreviewLogo(url: string | null): PreviewLogo | null {
  if (url === null) return null;
  const name = url.slice(url.lastIndexOf("/") + 1);
  return { name, read: async () => (await findLogo(runtime().files, name))?.bytes ?? null };
}
