import type { Context } from "@/lib/context";
import { isWellFormedToken } from "@/lib/orders/tracking-token";
import { findLink, findLinkEnd, findTracked } from "@/lib/tracking/store";
import { endOf, isGone, type TrackingView, trackingView } from "@/lib/tracking/tracking-view";

/** What a token leads to. `unknown` covers both tokens that never existed and revoked ones. */
export type Tracking =
  | { readonly kind: "unknown" }
  | { readonly kind: "gone" }
  | {
      readonly kind: "open";
      readonly orderId: bigint;
      readonly place: TrackedPlace;
      readonly view: TrackingView;
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
  const link = isWellFormedToken(token) ? await findLink(context.db, token) : null;
  const order = link && (await findTracked(context.db, link, context.dispatch.simulatorSpeed));
  if (order === null) return { kind: "unknown" };
  const now = context.clock.now();
  if (isGone(endOf(order), now)) return { kind: "gone" };
  const { latitude, longitude } = order.pickup;
  return { kind: "open", orderId: order.id, place: { latitude, longitude }, view: trackingView(order, now) };
}

/** What a token leads to, without details. */
export async function statusOfLink(
  context: Pick<Context, "db" | "clock">,
  token: string,
): Promise<Tracking["kind"]> {
  const endedAt = isWellFormedToken(token) ? await findLinkEnd(context.db, token) : undefined;
  if (endedAt === undefined) return "unknown";
  return isGone(endedAt, context.clock.now()) ? "gone" : "open";
}
