import { formatTime, relativeMinutes } from "@/components/tracking/format";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { type Freshness, freshnessOf, POSITION_FRESHNESS_MS } from "@/lib/couriers/freshness";

/** What a page knows of its line to the service. Instants are milliseconds of the device's clock. */
export interface Line {
  /** When the service was heard last. */
  readonly heardAt: number;
  /** When it was last asked in vain; null when never. */
  readonly failedAt: number | null;
  /** How far the service's clock is ahead of the device's, in milliseconds. */
  readonly aheadMs: number;
}

/** The line after a word of the service, which says by itself when it was sent unless that is null. */
export function afterWord(line: Line, at: number, sentAt: number | null): Line {
  return { ...line, heardAt: at, aheadMs: sentAt === null ? line.aheadMs : sentAt - at };
}

const GRACE_MS = 25_000;

/** Whether what the page shows may be out of date: it is offline, was not answered, or has not heard for too long. */
export function isCutOff(
  line: Line,
  /** `everyMs`: how often the service lets itself be heard. */
  { now, isOnline, everyMs }: { now: number; isOnline: boolean; everyMs: number },
): boolean {
  const isUnanswered = line.failedAt !== null && line.failedAt > line.heardAt;
  return !isOnline || isUnanswered || now - line.heardAt > everyMs + GRACE_MS;
}

/** Words of the courier's last known place; `{ago}` and `{time}` are filled in. */
export interface SeenWords {
  readonly now: string;
  readonly ago: string;
  readonly at: string;
  readonly none: string;
}

/** How old the courier's place looks now: null once nobody may go by it. Without a line nothing is of now. */
export function placeAge(seenAt: string | null, now: Date, hasLine: boolean): Freshness | null {
  if (seenAt === null) return null;
  const at = new Date(seenAt);
  if (now.getTime() - at.getTime() >= POSITION_FRESHNESS_MS) return null;
  return hasLine ? freshnessOf(at, now) : "stale";
}

/** Says how old the courier's place is; null when the reader does not follow them. */
export function seenText(
  { follows, seenAt, locale, zone }: Pick<TrackingState, "follows" | "seenAt" | "locale" | "zone">,
  words: SeenWords,
  now: Date,
  hasLine: boolean,
): string | null {
  if (!follows) return null;
  const age = placeAge(seenAt, now, hasLine);
  if (age === null || seenAt === null) return words.none;
  const at = new Date(seenAt);
  if (age === "now") return words.now;
  if (age === "recent") return words.ago.replace("{ago}", relativeMinutes(at, now, locale));
  return words.at.replace("{time}", formatTime(at, { locale, zone: zone.name }));
}

/** The drawing with the courier as old as they are now, and without one whom nobody may go by any more. */
export function drawingAt(
  drawing: TrackingState["drawing"],
  age: Freshness | null,
): TrackingState["drawing"] {
  if (drawing === null || drawing.courier === null) return drawing;
  return { ...drawing, courier: age && { ...drawing.courier, freshness: age } };
}
