import * as enums from "@/lib/db/generated/enums";

/** What a recipient says of a delivery. */
export const FEEDBACK_VALUES = Object.values(enums.Feedback);
export type FeedbackValue = (typeof FEEDBACK_VALUES)[number];

/** For so long after a delivery it can be said, and changed. */
export const FEEDBACK_OPEN_MS = 24 * 60 * 60_000;

/** Whether a recipient may say something. @param endedAt when they got their goods, or these were left at the door */
export function canGiveFeedback(endedAt: Date | null, now: Date): boolean {
  return endedAt !== null && now.getTime() - endedAt.getTime() < FEEDBACK_OPEN_MS;
}

/** When the goods came to the recipient's door for good; null while they have not. */
export function findArrival(stop: {
  readonly deliveredAt: Date | null;
  readonly failedAt: Date | null;
  readonly resolution: string | null;
}): Date | null {
  return stop.deliveredAt ?? (stop.resolution === "leave" ? stop.failedAt : null);
}
