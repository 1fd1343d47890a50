/** Where the time comes from. Verbs never ask the machine, so a test can stand at any instant. */
export interface Clock {
  now(): Date;
}

// Next bundles the pages apart from the API lane; both go by one correction.
const shared = globalThis as unknown as { droplineClockOffsetMs?: number };

/** The machine's clock, set right by the database's (lib/db/follow-clock.ts), on which all processes agree. */
export const systemClock: Clock = {
  now: () => new Date(Date.now() + (shared.droplineClockOffsetMs ?? 0)),
};

/** What was said when the database was asked for the time: the machine's clock before and after, and its answer. */
export interface ClockReading {
  readonly askedAtMs: number;
  readonly databaseMs: number;
  readonly answeredAtMs: number;
}

/**
 * By how much the machine's clock is to be corrected. The database read its own somewhere between question and answer,
 * so an offset within that time is as good as any: the present one stays, or else none, so that the clock does not
 * tremble; failing both, the middle.
 */
export function offsetAfter(offsetMs: number, { askedAtMs, databaseMs, answeredAtMs }: ClockReading): number {
  // The machine's clock leaves out parts of milliseconds.
  const [least, most] = [databaseMs - answeredAtMs - 1, databaseMs - askedAtMs];
  const isPossible = (offset: number): boolean => least <= offset && offset <= most;
  return [offsetMs, 0].find(isPossible) ?? Math.round((least + most) / 2);
}

/** Corrects systemClock by what the database said. */
export function correctClock(reading: ClockReading): void {
  shared.droplineClockOffsetMs = offsetAfter(shared.droplineClockOffsetMs ?? 0, reading);
}
