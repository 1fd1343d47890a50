/** What a courier can write to a recipient with one tap, in the reader's language. */
export const READY_SENTENCES = ["downstairs", "late", "no_entrance", "open_door", "call_me"] as const;
