import type { Loaded } from "@/app/t/load-state";
import { config } from "@/lib/config";
import { hasPreview } from "@/lib/map/find-preview";
import { maps, type ServedMap } from "@/lib/map/served-map";
import type { TrackedPlace } from "@/lib/tracking/get-tracking";

/**
 * Returns what a link's preview shows: where the shop is, which anyone with the link knows. Null once the delivery is
 * over, or when no map covers the shop.
 */
export async function findLinkPreview({
  state,
  place,
}: Extract<Loaded, { kind: "open" }>): Promise<{ map: ServedMap; place: TrackedPlace } | null> {
  if (state.isFinal || config().mapStyleUrl === "none") return null;
  const map = await maps().current();
  return map !== null && hasPreview(map, place) ? { map, place } : null;
}
