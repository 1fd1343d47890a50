/** Returns the number of repetitions: in `npm test` enough to catch the planted bugs, with SOAK=1 all. */
export function amount(part: number, whole: number): number {
  return process.env.SOAK === "1" ? whole : part;
}
