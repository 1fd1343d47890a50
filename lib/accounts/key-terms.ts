export const KEY_LIFETIMES_DAYS = ["", "7", "30", "90", "365"] as const;

/** Hours for which a replaced key may keep working. */
export const KEY_OVERLAPS_HOURS = ["0", "1", "24", "168"] as const;
