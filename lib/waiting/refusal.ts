/** Why couriers refuse an offer, as they say it. */
export const SAID_REASONS = ["too_far", "too_large", "vehicle_problem", "no_time", "other"] as const;
export type SaidReason = (typeof SAID_REASONS)[number];

/** Why a courier is not offered an order again; `handed_back` where they did not say why. */
export type RefusalReason = "handed_back" | "not_accepted" | SaidReason;
