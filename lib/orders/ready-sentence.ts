/** Messages from a courier to a recipient that need no typing, shown in the reader's language. */
export const READY_SENTENCES = ["downstairs", "late", "no_entrance", "open_door", "call_me"] as const;
