import { formatTime, relativeMinutes } from "@/components/tracking/format";
import type { PageWords } from "@/components/tracking/page-words";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { type Freshness, getFreshness, POSITION_FRESHNESS_MS } from "@/lib/couriers/freshness";
import { withoutSource } from "@/lib/tracking/drawing-view";

/** What a page knows about its connection to the service. Times are milliseconds on the device's clock. */
export interface ConnectionState {
  readonly heardAt: number;
  /** When a request last failed; null for never. */
  readonly failedAt: number | null;
  /** How far the service's clock is ahead of the device's, in milliseconds. */
  readonly aheadMs: number;
}

/** Returns the line after a message from the service, which includes the time it was sent unless `sentAt` is null. */
export function onServerMessage(line: ConnectionState, at: number, sentAt: number | null): ConnectionState {
  return { ...line, heardAt: at, aheadMs: sentAt === null ? line.aheadMs : sentAt - at };
}

const GRACE_MS = 25_000;

/**
 * Returns whether the page may be out of date: it is offline, a request failed, or it has heard nothing for too long.
 */
export function isConnectionStale(
  line: ConnectionState,
  /** `everyMs`: the interval at which the service sends something. */
  { now, isOnline, everyMs }: { now: number; isOnline: boolean; everyMs: number },
): boolean {
  const isUnanswered = line.failedAt !== null && line.failedAt > line.heardAt;
  return !isOnline || isUnanswered || now - line.heardAt > everyMs + GRACE_MS;
}

/**
 * Returns how old the courier's position looks now: null once it is too old to rely on. Without a line it never counts
 * as current.
 */
export function placeAge(seenAt: string | null, now: Date, hasLine: boolean): Freshness | null {
  if (seenAt === null) return null;
  const at = new Date(seenAt);
  if (now.getTime() - at.getTime() >= POSITION_FRESHNESS_MS) return null;
  return hasLine ? getFreshness(at, now) : "stale";
}

/** Says how old the courier's position is; null when the reader does not follow them. */
export function seenText(
  { follows, seenAt, tag, zone }: Pick<TrackingState, "follows" | "seenAt" | "tag" | "zone">,
  words: PageWords["seen"],
  now: Date,
  hasLine: boolean,
): string | null {
  if (!follows) return null;
  const age = placeAge(seenAt, now, hasLine);
  if (age === null || seenAt === null) return words.none;
  const at = new Date(seenAt);
  if (age === "now") return words.now;
  if (age === "recent") return words.ago.replace("{ago}", relativeMinutes(at, now, tag));
  return words.at.replace("{time}", formatTime(at, { locale: tag, zone: zone.name }));
}

export function drawingAt(
  drawing: TrackingState["drawing"],
  age: Freshness | null,
): TrackingState["drawing"] {
  if (drawing === null || drawing.courier === null) return drawing;
  return withoutSource({ ...drawing, courier: age && { ...drawing.courier, freshness: age } });
}
