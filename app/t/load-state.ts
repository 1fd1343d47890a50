import { describeTracking } from "@/components/tracking/describe-tracking";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { config } from "@/lib/config";
import { fileUrl } from "@/lib/files/file-address";
import type { Asked } from "@/lib/http/asked";
import { chooseLocale, regionalTag } from "@/lib/locale/locale";
import { runtime } from "@/lib/process/runtime";
import { pushKeys } from "@/lib/push/push-context";
import { getTracking, type TrackedPlace } from "@/lib/tracking/get-tracking";

/** What a link leads to now, in the reader's language. */
export type Loaded =
  | { readonly kind: "unknown" | "gone" }
  | {
      readonly kind: "open";
      readonly orderId: bigint;
      /** Location of the shop. */
      readonly place: TrackedPlace;
      readonly state: TrackingState;
      /** How long the state stays right unless something happens. */
      readonly lastsMs: number;
    };

export async function loadState(token: string, tag: string): Promise<Loaded> {
  const tracking = await getTracking(runtime(), token);
  if (tracking.kind !== "open") return { kind: tracking.kind };
  const { orderId, place, view, lastsMs } = tracking;
  const { clock, fileSecret } = runtime();
  const now = clock.now();
  // The page may be read at another of the service's names than the public one.
  const photoUrl = (id: string) => fileUrl({ publicUrl: "", fileSecret }, id, now);
  const pushKey = pushKeys(config())?.publicKey ?? null;
  const state = describeTracking(view, place, tag, now, photoUrl, pushKey);
  return { kind: "open", orderId, place, state, lastsMs };
}

/** Answers a request for the state behind a dead link: 410 when the link has ended, 404 when there is none. */
export function noState(kind: "unknown" | "gone"): Response {
  return new Response(null, { status: kind === "gone" ? 410 : 404 });
}

/** Returns the tag in which the page asks for its state: its language, in the browser's region. */
export function askedTag(request: Asked): string {
  const locale = chooseLocale({ query: new URL(request.url).searchParams.get("lang") });
  return regionalTag(locale, request.headers.get("accept-language"));
}
