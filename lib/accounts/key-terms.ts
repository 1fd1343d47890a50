/** After how many days a new key may end; the empty text is never. */
export const KEY_LIFETIMES_DAYS = ["", "7", "30", "90", "365"] as const;

/** For how many hours a key may go on beside the one that takes its place. */
export const KEY_OVERLAPS_HOURS = ["0", "1", "24", "168"] as const;
