/**
 * Time that a test waits for a condition before it fails. A passing test never waits this long, so it is many times
 * what a busy machine needs.
 */
export const PATIENCE_MS = 120_000;
