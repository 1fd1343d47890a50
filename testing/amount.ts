/** Whether this is `npm run test:long`, which also runs what takes too long for `npm test`. */
export const isLongRun = process.env.SOAK === "1";

/** Returns the number of repetitions: in `npm test` enough to catch the planted bugs, with SOAK=1 all. */
export function amount(part: number, whole: number): number {
  return isLongRun ? whole : part;
}
