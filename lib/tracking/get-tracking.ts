import type { Context } from "@/lib/context";
import { isWellFormedToken } from "@/lib/orders/tracking-token";
import { findLinkEnd, findTrackedByToken } from "@/lib/tracking/store";
import { endOf, isGone, type TrackingView, trackingView, viewLastsMs } from "@/lib/tracking/tracking-view";

/** What a token leads to. `unknown` covers both tokens that never existed and revoked ones. */
export type Tracking =
  | { readonly kind: "unknown" }
  | { readonly kind: "gone" }
  | {
      readonly kind: "open";
      readonly orderId: bigint;
      readonly place: TrackedPlace;
      readonly view: TrackingView;
      /** How long the view stays right unless something happens. */
      readonly lastsMs: number;
    };

/** The delivery's place, for its local time. */
export interface TrackedPlace {
  readonly latitude: number;
  readonly longitude: number;
}

/** What a tracking link's reader may see now (design: what a tracking page never shows). */
export async function getTracking(
  context: Pick<Context, "db" | "clock" | "dispatch">,
  token: string,
): Promise<Tracking> {
  const { db, dispatch } = context;
  const order = isWellFormedToken(token)
    ? await findTrackedByToken(db, token, dispatch.simulatorSpeed)
    : null;
  if (order === null) return { kind: "unknown" };
  const now = context.clock.now();
  if (isGone(endOf(order), now)) return { kind: "gone" };
  const { latitude, longitude } = order.pickup;
  const place = { latitude, longitude };
  const lastsMs = viewLastsMs(order, now);
  return { kind: "open", orderId: order.id, place, view: trackingView(order, now), lastsMs };
}

/** What a token leads to, without details. */
export type LinkTarget =
  | { readonly kind: "unknown" | "gone" }
  | { readonly kind: "open"; readonly orderId: bigint };

/** Finds what a token leads to; cheaper than its details. */
export async function findLinkedOrder(
  context: Pick<Context, "db" | "clock">,
  token: string,
): Promise<LinkTarget> {
  const link = isWellFormedToken(token) ? await findLinkEnd(context.db, token) : undefined;
  if (link === undefined) return { kind: "unknown" };
  if (isGone(link.endedAt, context.clock.now())) return { kind: "gone" };
  return { kind: "open", orderId: link.orderId };
}
