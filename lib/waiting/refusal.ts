export const SAID_REASONS = ["too_far", "too_large", "vehicle_problem", "no_time", "other"] as const;
export type SaidReason = (typeof SAID_REASONS)[number];

/** `handed_back` if the courier gave no reason. */
export type RefusalReason = "handed_back" | "not_accepted" | SaidReason;
