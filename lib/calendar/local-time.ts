export function toLocalTime(at: Date, timeZone: string): string {
  return wallText(at.getTime(), timeZone).slice(0, 16);
}

/** Null if invalid. An hour that the clocks skip becomes the next one. */
export function fromLocalTime(text: string, timeZone: string): Date | null {
  const wall = Date.parse(`${text}Z`);
  if (Number.isNaN(wall)) return null;
  const guess = wall - offsetMs(wall, timeZone);
  return new Date(wall - offsetMs(guess, timeZone));
}

const offsetMs = (instant: number, timeZone: string): number =>
  Date.parse(`${wallText(instant, timeZone)}Z`) - Math.floor(instant / 1_000) * 1_000;

function wallText(instant: number, timeZone: string): string {
  return wallClock(timeZone).format(instant).replace(" ", "T");
}

/** Formats instants as `2026-11-21 15:04:05`, as in files. */
export const wallClock = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" });
