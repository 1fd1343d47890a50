import { deadLinkStatus, getRequestedLanguageTag, loadState } from "@/app/t/load-state";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import type { HttpRequest } from "@/lib/http/http-request";
import type { Reply } from "@/lib/http/reply";
import { limitBadLinks } from "@/lib/process/limit-bad-links";
import { runtime } from "@/lib/process/runtime";
import type { StreamRequest } from "@/lib/streams/event-stream";
import { buildSnapshot } from "@/lib/streams/snapshot";
import { type LinkTarget, resolveTrackingLink } from "@/lib/tracking/get-tracking";

// Lookups in progress, shared by streams that open at the same time, such as after a restart.
const pendingLookups = new Map<string, Promise<LinkTarget>>();

function lookUp(token: string): Promise<LinkTarget> {
  const lookup =
    pendingLookups.get(token) ??
    resolveTrackingLink(runtime(), token).finally(() => pendingLookups.delete(token));
  pendingLookups.set(token, lookup);
  return lookup;
}

/** @returns 404 or 410 for an unknown or ended link, 429 for a client that tries many of them */
export async function openTracking(request: HttpRequest, token: string): Promise<StreamRequest | Reply> {
  const link = await lookUp(token);
  const address = request.header(CLIENT_ADDRESS_HEADER);
  if (link.kind !== "open") {
    const seconds = link.kind === "unknown" ? await limitBadLinks(address, "tracking") : null;
    if (seconds === null) return { status: deadLinkStatus(link.kind), headers: {}, body: "" };
    return { status: 429, headers: { "Retry-After": String(seconds) }, body: "" };
  }
  const tag = getRequestedLanguageTag(request.target.searchParams);
  return {
    key: `track ${tag} ${token}`,
    topics: [`order:${link.orderId}`],
    read: async () => {
      const loaded = await loadState(token, tag);
      if (loaded.kind !== "open") return null;
      return buildSnapshot(loaded.state, { isFinal: loaded.state.isFinal, lastsMs: loaded.lastsMs });
    },
    role: "recipient",
    reader: `${token} ${address ?? "unknown"}`,
    lastEventId: request.header("last-event-id"),
  };
}
