/** A position is valid for 30 minutes after it was received (spec, RES-13). */
export const POSITION_FRESHNESS_MS = 30 * 60_000;

const NOW_MS = 30_000;
const RECENT_MS = 5 * 60_000;

export const FRESHNESS_LIMITS_MS = [NOW_MS, RECENT_MS, POSITION_FRESHNESS_MS] as const;

export type Freshness = "now" | "recent" | "stale";

export const STALE_AFTER_MS = RECENT_MS;

/** Whether the last position was received `limitMs` ago or longer, or never. */
export function isCourierStale(
  receivedAt: string | Date | null,
  now: number,
  limitMs = STALE_AFTER_MS,
): boolean {
  return receivedAt === null || now - new Date(receivedAt).getTime() >= limitMs;
}

export function getFreshness(recordedAt: Date, now: Date): Freshness {
  const age = now.getTime() - recordedAt.getTime();
  if (age < NOW_MS) return "now";
  return age < RECENT_MS ? "recent" : "stale";
}
