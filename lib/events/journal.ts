import type { JournalPlace } from "@/lib/events/store";

export type { JournalPlace };

/** The journal keeps events for 30 days. */
export const JOURNAL_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Before every event. */
export const JOURNAL_START: JournalPlace = { epoch: 0, transactionId: 0n, row: 0n };

/** A place as clients keep it. They pass it back unchanged; its form may change. */
export function toCursor(place: JournalPlace): string {
  return `${place.epoch}-${place.transactionId}-${place.row}`;
}

/** The place that a cursor names, or null when it is not one of ours. */
export function fromCursor(cursor: string): JournalPlace | null {
  const match = /^(\d{1,9})-(\d{1,18})-(\d{1,18})$/.exec(cursor);
  if (match === null) return null;
  return { epoch: Number(match[1]), transactionId: BigInt(match[2] ?? 0), row: BigInt(match[3] ?? 0) };
}
