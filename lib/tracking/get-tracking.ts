import type { Context } from "@/lib/context";
import { isWellFormedToken } from "@/lib/orders/tracking-token";
import type { Point } from "@/lib/point";
import { findLinkEnd, findTrackedOrder } from "@/lib/tracking/store";
import {
  findEndedAt,
  isLinkExpired,
  type TrackingView,
  trackingView,
  viewTtlMs,
} from "@/lib/tracking/tracking-view";

/** `unknown` covers both tokens that never existed and revoked ones. */
export type Tracking =
  | { readonly kind: "unknown" }
  | { readonly kind: "gone" }
  | {
      readonly kind: "open";
      readonly orderId: bigint;
      readonly place: Point;
      readonly view: TrackingView;
      readonly lastsMs: number;
    };

export async function getTracking(
  context: Pick<Context, "db" | "clock" | "dispatch">,
  token: string,
): Promise<Tracking> {
  const { db, dispatch } = context;
  const order = isWellFormedToken(token) ? await findTrackedOrder(db, token, dispatch.simulatorSpeed) : null;
  if (order === null) return { kind: "unknown" };
  const now = context.clock.now();
  if (isLinkExpired(findEndedAt(order), now)) return { kind: "gone" };
  const { latitude, longitude } = order.pickup;
  const place = { latitude, longitude };
  const lastsMs = viewTtlMs(order, now);
  return { kind: "open", orderId: order.id, place, view: trackingView(order, now), lastsMs };
}

export type LinkTarget =
  | { readonly kind: "unknown" | "gone" }
  | { readonly kind: "open"; readonly orderId: bigint; readonly version: string };

export async function resolveTrackingLink(
  context: Pick<Context, "db" | "clock">,
  token: string,
): Promise<LinkTarget> {
  const link = isWellFormedToken(token) ? await findLinkEnd(context.db, token) : undefined;
  if (link === undefined) return { kind: "unknown" };
  if (isLinkExpired(link.endedAt, context.clock.now())) return { kind: "gone" };
  return { kind: "open", orderId: link.orderId, version: link.version };
}
