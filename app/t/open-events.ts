import { askedTag, loadState } from "@/app/t/load-state";
import type { Asked } from "@/lib/http/asked";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import type { Reply } from "@/lib/http/envelope";
import type { Watch } from "@/lib/live/event-stream";
import { snapshotOf } from "@/lib/live/snapshot";
import { countMiss } from "@/lib/process/count-miss";
import { runtime } from "@/lib/process/runtime";
import { findLinkedOrder, type LinkTarget } from "@/lib/tracking/get-tracking";

// Lookups in progress, shared by streams that open together, as after a restart.
const looks = new Map<string, Promise<LinkTarget>>();

function look(token: string): Promise<LinkTarget> {
  const asked = looks.get(token) ?? findLinkedOrder(runtime(), token).finally(() => looks.delete(token));
  looks.set(token, asked);
  return asked;
}

/** @returns 404 or 410 for a dead link, 429 for a client that tries many of them */
export async function openTracking(asked: Asked, token: string): Promise<Watch | Reply> {
  const link = await look(token);
  if (link.kind !== "open") {
    const seconds = link.kind === "unknown" ? await countMiss(asked, "tracking") : null;
    if (seconds === null) return { status: link.kind === "gone" ? 410 : 404, headers: {}, body: "" };
    return { status: 429, headers: { "Retry-After": String(seconds) }, body: "" };
  }
  const tag = askedTag(asked);
  return {
    key: `track ${tag} ${token}`,
    topics: [`order:${link.orderId}`],
    read: async () => {
      const loaded = await loadState(token, tag);
      if (loaded.kind !== "open") return null;
      return snapshotOf(loaded.state, { isFinal: loaded.state.isFinal, lastsMs: loaded.lastsMs });
    },
    role: "recipient",
    reader: `${token} ${asked.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown"}`,
    lastEventId: asked.headers.get("last-event-id"),
  };
}
