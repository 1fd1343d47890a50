/** The source of time. Verbs never ask the machine, so a test can stand at any instant. */
export interface Clock {
  now(): Date;
}

// Next bundles the pages apart from the API lane; both share one correction.
const shared = globalThis as unknown as { droplineClockOffsetMs?: number };

/** The machine's clock, corrected by the database's (lib/db/follow-clock.ts), so that all processes agree. */
export const systemClock: Clock = {
  now: () => new Date(Date.now() + (shared.droplineClockOffsetMs ?? 0)),
};

/** A reading of the database's clock: the machine's time before and after, and the answer. */
export interface ClockReading {
  readonly askedAtMs: number;
  readonly databaseMs: number;
  readonly answeredAtMs: number;
}

/**
 * The correction to the machine's clock. The database read its own somewhere between question and answer, so any offset
 * in that interval is as good: keep the current one, else none, so that the clock does not jitter; failing both, the
 * middle.
 */
export function offsetAfter(offsetMs: number, { askedAtMs, databaseMs, answeredAtMs }: ClockReading): number {
  // The machine's clock drops fractions of milliseconds.
  const [least, most] = [databaseMs - answeredAtMs - 1, databaseMs - askedAtMs];
  const isPossible = (offset: number): boolean => least <= offset && offset <= most;
  return [offsetMs, 0].find(isPossible) ?? Math.round((least + most) / 2);
}

/** Corrects systemClock by a reading of the database's. */
export function correctClock(reading: ClockReading): void {
  shared.droplineClockOffsetMs = offsetAfter(shared.droplineClockOffsetMs ?? 0, reading);
}
