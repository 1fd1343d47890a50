export function toLocalTime(at: Date, timeZone: string): string {
  return wallText(at.getTime(), timeZone).slice(0, 16);
}

/** The time on the clocks of a time zone, as if they were in UTC. @throws RangeError for an unknown time zone */
export const toWallDate = (at: Date, timeZone: string): Date => new Date(`${toLocalTime(at, timeZone)}Z`);

/** Null if invalid. An hour that the clocks skip becomes the next one. */
export function fromLocalTime(text: string, timeZone: string): Date | null {
  const wall = Date.parse(`${text}Z`);
  if (Number.isNaN(wall)) return null;
  const guess = wall - offsetMs(wall, timeZone);
  const at = wall - offsetMs(guess, timeZone);
  const isSkipped = at + offsetMs(at, timeZone) !== wall;
  // The offsets before and after the skipped hour yield the two times around it.
  return new Date(isSkipped ? Math.max(at, guess) : at);
}

const offsetMs = (instant: number, timeZone: string): number =>
  Date.parse(`${wallText(instant, timeZone)}Z`) - Math.floor(instant / 1_000) * 1_000;

function wallText(instant: number, timeZone: string): string {
  return wallClock(timeZone).format(instant).replace(" ", "T");
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Formats instants as `2026-11-21 15:04:05`, as in files. @throws RangeError for an unknown time zone */
export function wallClock(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" });
  clocks.set(timeZone, made);
  return made;
}
