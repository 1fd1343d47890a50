import * as enums from "@/lib/db/generated/enums";

export const FEEDBACK_VALUES = Object.values(enums.Feedback);
export type FeedbackValue = (typeof FEEDBACK_VALUES)[number];

/** Feedback can be submitted and changed for 24 hours after delivery. */
export const FEEDBACK_OPEN_MS = 24 * 60 * 60_000;

/** @param endedAt when the goods were handed over or left at the door */
export function canGiveFeedback(endedAt: Date | null, now: Date): boolean {
  return endedAt !== null && now.getTime() - endedAt.getTime() < FEEDBACK_OPEN_MS;
}

/** Returns when the goods finally reached the door; null before. */
export function findArrival(stop: {
  readonly deliveredAt: Date | null;
  readonly failedAt: Date | null;
  readonly resolution: string | null;
}): Date | null {
  return stop.deliveredAt ?? (stop.resolution === "leave" ? stop.failedAt : null);
}
