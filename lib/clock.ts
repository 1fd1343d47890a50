/** Where the time comes from. Verbs never ask the machine, so a test can stand at any instant. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
