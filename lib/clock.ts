export interface Clock {
  now(): Date;
}

let correctionMs = 0;

/** Milliseconds since 1970, unaffected by later steps of the machine's clock. */
export const getProcessMs = (): number => performance.timeOrigin + performance.now();

/** Corrected by the database's clock (lib/db/sync-clock.ts), so that all processes agree. */
export const systemClock: Clock = {
  now: () => new Date(getProcessMs() + correctionMs),
};

/** By how much the database's clock is ahead of this machine's. */
export const getCorrectionMs = (): number => correctionMs;

export interface ClockReading {
  readonly askedAtMs: number;
  readonly databaseMs: number;
  readonly answeredAtMs: number;
}

/** Keeps an offset that the reading allows, to avoid jitter: the current one, else none, else the middle. */
export function computeOffset(
  offsetMs: number,
  { askedAtMs, databaseMs, answeredAtMs }: ClockReading,
): number {
  const [least, most] = [databaseMs - answeredAtMs, databaseMs - askedAtMs];
  const isPossible = (offset: number): boolean => least <= offset && offset <= most;
  return [offsetMs, 0].find(isPossible) ?? (least + most) / 2;
}

export function correctClock(reading: ClockReading): void {
  correctionMs = computeOffset(correctionMs, reading);
}
