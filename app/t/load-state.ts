import { describeTracking } from "@/components/tracking/describe-tracking";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { config } from "@/lib/config";
import { fileUrl } from "@/lib/files/file-address";
import type { RequestLike } from "@/lib/http/request-like";
import { chooseLocale, regionalTag } from "@/lib/locale/locale";
import { runtime } from "@/lib/process/runtime";
import { pushKeys } from "@/lib/push/push-context";
import type { Point } from "@/lib/routing/geo";
import { getTracking } from "@/lib/tracking/get-tracking";

export type LoadedPage =
  | { readonly kind: "unknown" | "gone" }
  | {
      readonly kind: "open";
      readonly orderId: bigint;
      readonly place: Point;
      readonly state: TrackingState;
      /** How long the state is valid unless an event comes. */
      readonly lastsMs: number;
    };

export async function loadState(token: string, tag: string): Promise<LoadedPage> {
  const tracking = await getTracking(runtime(), token);
  if (tracking.kind !== "open") return { kind: tracking.kind };
  const { orderId, place, view, lastsMs } = tracking;
  const { clock, fileSecret } = runtime();
  const now = clock.now();
  // The page may be read under another host name than the public one.
  const photoUrl = (id: string) => fileUrl({ publicUrl: "", fileSecret }, id, now);
  const pushKey = pushKeys(config())?.publicKey ?? null;
  const state = describeTracking(view, place, tag, now, photoUrl, pushKey);
  return { kind: "open", orderId, place, state, lastsMs };
}

/** 410 for an ended link, 404 for an unknown one. */
export function deadLinkResponse(kind: "unknown" | "gone"): Response {
  return new Response(null, { status: kind === "gone" ? 410 : 404 });
}

/** The page's language, in the browser's region. */
export function getRequestedETag(request: RequestLike): string {
  const locale = chooseLocale({ query: new URL(request.url).searchParams.get("lang") });
  return regionalTag(locale, request.headers.get("accept-language"));
}
