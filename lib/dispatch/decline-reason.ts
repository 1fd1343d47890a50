export const DECLINE_REASONS = ["too_far", "too_large", "vehicle_problem", "no_time", "other"] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** `handed_back` if the courier gave no reason. */
export type ExclusionReason = "handed_back" | "not_accepted" | DeclineReason;
