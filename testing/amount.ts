/**
 * How much of something a test does: in npm test a part that catches what is planted against it, with SOAK=1 the whole.
 */
export function amount(part: number, whole: number): number {
  return process.env.SOAK === "1" ? whole : part;
}
