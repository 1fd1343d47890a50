/** The source of time. Verbs never ask the machine, so a test can stand at any instant. */
export interface Clock {
  now(): Date;
}

let correctionMs = 0;

/** Milliseconds since 1970 by the machine's clock at the process's start. A later step of that clock does not move it. */
export const getProcessMs = (): number => performance.timeOrigin + performance.now();

/** The process's time, corrected by the database's (lib/db/follow-clock.ts), so that all processes agree. */
export const systemClock: Clock = {
  now: () => new Date(getProcessMs() + correctionMs),
};

/** A reading of the database's clock: the process's time before and after, and the database's in between. */
export interface ClockReading {
  readonly askedAtMs: number;
  readonly databaseMs: number;
  readonly answeredAtMs: number;
}

/**
 * Returns the correction to the process's time. The database read its clock between request and response, so every
 * offset in that interval is equally good: the current one, else none, so that the clock does not jitter, else the middle.
 */
export function offsetAfter(offsetMs: number, { askedAtMs, databaseMs, answeredAtMs }: ClockReading): number {
  const [least, most] = [databaseMs - answeredAtMs, databaseMs - askedAtMs];
  const isPossible = (offset: number): boolean => least <= offset && offset <= most;
  return [offsetMs, 0].find(isPossible) ?? (least + most) / 2;
}

/** Corrects systemClock by a reading of the database's. */
export function correctClock(reading: ClockReading): void {
  correctionMs = offsetAfter(correctionMs, reading);
}
