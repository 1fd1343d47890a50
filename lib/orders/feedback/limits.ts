export const NOTE_LENGTH = 500;

export const FEEDBACK_LENGTH = 1_000;
