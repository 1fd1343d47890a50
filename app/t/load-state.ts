import { describeTracking } from "@/components/tracking/describe-tracking";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { chooseLocale, type Locale } from "@/lib/locale/locale";
import { runtime } from "@/lib/process/runtime";
import { getTracking, type TrackedPlace } from "@/lib/tracking/get-tracking";

/** What a link leads to now, in the reader's words. */
export type Loaded =
  | { readonly kind: "unknown" | "gone" }
  | {
      readonly kind: "open";
      readonly orderId: bigint;
      /** Where the shop is. */
      readonly place: TrackedPlace;
      readonly state: TrackingState;
    };

export async function loadState(token: string, locale: Locale): Promise<Loaded> {
  const tracking = await getTracking(runtime(), token);
  if (tracking.kind !== "open") return { kind: tracking.kind };
  const state = describeTracking(tracking.view, tracking.place, locale, runtime().clock.now());
  return { kind: "open", orderId: tracking.orderId, place: tracking.place, state };
}

/** The answer to who asks for the data behind a link that leads to none. */
export function noState(kind: "unknown" | "gone"): Response {
  return new Response(null, { status: kind === "gone" ? 410 : 404 });
}

/** The language that the page asks its data in. */
export function askedLocale(request: Request): Locale {
  return chooseLocale({ query: new URL(request.url).searchParams.get("lang") });
}
