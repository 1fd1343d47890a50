import { formatTime, relativeMinutes } from "@/components/tracking/format";
import type { PageMessages } from "@/components/tracking/page-messages";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { type Freshness, getFreshness, POSITION_FRESHNESS_MS } from "@/lib/couriers/freshness";
import { withoutSource } from "@/lib/tracking/tracking-map-view";

/** Times are milliseconds on the device's clock. */
export interface ConnectionState {
  readonly heardAt: number;
  readonly failedAt: number | null;
  /** The service's clock minus the device's, in milliseconds. */
  readonly aheadMs: number;
}

/** `sentAt` is null for a message without a time. */
export function onServerMessage(line: ConnectionState, at: number, sentAt: number | null): ConnectionState {
  return { ...line, heardAt: at, aheadMs: sentAt === null ? line.aheadMs : sentAt - at };
}

const GRACE_MS = 25_000;

/** True when offline, after a failed request, or when a message from the service is overdue. */
export function isConnectionStale(
  line: ConnectionState,
  /** The interval between the service's messages. */
  { now, isOnline, everyMs }: { now: number; isOnline: boolean; everyMs: number },
): boolean {
  const isUnanswered = line.failedAt !== null && line.failedAt > line.heardAt;
  return !isOnline || isUnanswered || now - line.heardAt > everyMs + GRACE_MS;
}

/** Null once the position is too old to show. Without a connection it is never current. */
export function findPositionFreshness(seenAt: string | null, now: Date, hasLine: boolean): Freshness | null {
  if (seenAt === null) return null;
  const at = new Date(seenAt);
  if (now.getTime() - at.getTime() >= POSITION_FRESHNESS_MS) return null;
  return hasLine ? getFreshness(at, now) : "stale";
}

/** Null when the reader may not follow the courier. */
export function lastSeenText(
  { follows, seenAt, tag, zone }: Pick<TrackingState, "follows" | "seenAt" | "tag" | "zone">,
  words: PageMessages["seen"],
  now: Date,
  hasLine: boolean,
): string | null {
  if (!follows) return null;
  const age = findPositionFreshness(seenAt, now, hasLine);
  if (age === null || seenAt === null) return words.none;
  const at = new Date(seenAt);
  if (age === "now") return words.now;
  if (age === "recent") return words.ago.replace("{ago}", relativeMinutes(at, now, tag));
  return words.at.replace("{time}", formatTime(at, { locale: tag, zone: zone.name }));
}

export function withCourierFreshness(
  drawing: TrackingState["drawing"],
  age: Freshness | null,
): TrackingState["drawing"] {
  if (drawing === null || drawing.courier === null) return drawing;
  return withoutSource({ ...drawing, courier: age && { ...drawing.courier, freshness: age } });
}
