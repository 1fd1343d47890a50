import { describeTracking } from "@/components/tracking/describe-tracking";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { chooseLocale, type Locale } from "@/lib/locale/locale";
import { runtime } from "@/lib/process/runtime";
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
    };

export async function loadState(token: string, locale: Locale): Promise<Loaded> {
  const tracking = await getTracking(runtime(), token);
  if (tracking.kind !== "open") return { kind: tracking.kind };
  const state = describeTracking(tracking.view, tracking.place, locale, runtime().clock.now());
  return { kind: "open", orderId: tracking.orderId, place: tracking.place, state };
}

/** Answers a request for the state behind a dead link: 410 when the link has ended, 404 when there is none. */
export function noState(kind: "unknown" | "gone"): Response {
  return new Response(null, { status: kind === "gone" ? 410 : 404 });
}

/** Returns the language in which the page asks for its state. */
export function askedLocale(request: Request): Locale {
  return chooseLocale({ query: new URL(request.url).searchParams.get("lang") });
}
