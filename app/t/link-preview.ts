import type { Loaded } from "@/app/t/load-state";
import { config } from "@/lib/config";
import { hasPreview } from "@/lib/map/find-preview";
import { maps, type ServedMap } from "@/lib/map/served-map";
import type { TrackedPlace } from "@/lib/tracking/get-tracking";

/**
 * What the preview of a link shows: where the shop is, which every reader of its links knows. Null once the delivery
 * is over, and where no map is known.
 */
export async function findLinkPreview({
  state,
  place,
}: Extract<Loaded, { kind: "open" }>): Promise<{ map: ServedMap; place: TrackedPlace } | null> {
  if (state.isFinal || config().mapStyleUrl === "none") return null;
  const map = await maps().current();
  return map !== null && hasPreview(map, place) ? { map, place } : null;
}
