/** The longest note for the courier, in characters. */
export const NOTE_LENGTH = 500;

/** The longest text with feedback, in characters. */
export const FEEDBACK_LENGTH = 1_000;
