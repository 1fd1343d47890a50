import { MINUTE_MS } from "@/lib/duration";
import { toWallDate } from "@/lib/locale/local-time";

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/** `09:00-22:00` in local time, null for a closed day. Hours that end before they begin end on the next day. */
export type OpeningHours = Readonly<Record<Weekday, string | null>>;

export const WHOLE_DAY = "00:00-24:00";

export const ALWAYS_OPEN = Object.fromEntries(WEEKDAYS.map((day) => [day, WHOLE_DAY])) as OpeningHours;

const DAY_MINUTES = 24 * 60;
const WEEK_DAYS = 7;
/** Clocks change only at quarter hours of UTC. */
const STEADY_MINUTES = 15;
const HOURS = /^([01]\d|2[0-3]):([0-5]\d)\s*[-–—]\s*([01]\d|2[0-3]|24(?=:00)):([0-5]\d)$/;

export function readHours(typed: string): string | null {
  const [, fromHour, fromMinute, toHour, toMinute] = HOURS.exec(typed.trim()) ?? [];
  const hours = `${fromHour}:${fromMinute}-${toHour}:${toMinute}`;
  if (toMinute === undefined || `${fromHour}:${fromMinute}` === `${toHour}:${toMinute}`) return null;
  return hours;
}

function getMinutes(hours: string): { from: number; to: number } {
  const [from = 0, to = 0] = hours.split("-").map((time) => {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    return hour * 60 + minute;
  });
  return { from, to: to > from ? to : to + DAY_MINUTES };
}

export function isOpenAt(hours: OpeningHours, timeZone: string, at: Date): boolean {
  return isOpenOnWall(hours, toWallTime(at.getTime(), timeZone));
}

interface WallTime {
  readonly day: number;
  readonly minutes: number;
}

function isOpenOnWall(hours: OpeningHours, { day, minutes }: WallTime): boolean {
  const holds = (dayBefore: number, time: number): boolean => {
    const weekday = WEEKDAYS[(day - dayBefore + WEEK_DAYS) % WEEK_DAYS];
    const open = weekday === undefined ? null : hours[weekday];
    if (open === null) return false;
    const { from, to } = getMinutes(open);
    return time >= from && time < to;
  };
  return holds(0, minutes) || holds(1, minutes + DAY_MINUTES);
}

export function nextOpening(hours: OpeningHours, timeZone: string, at: Date): Date | null {
  const first = Math.ceil(at.getTime() / MINUTE_MS);
  const last = first + 2 * WEEK_DAYS * DAY_MINUTES;
  for (let minute = first; minute < last; ) {
    const wall = toWallTime(minute * MINUTE_MS, timeZone);
    const next = (Math.floor(minute / STEADY_MINUTES) + 1) * STEADY_MINUTES;
    for (let passed = 0; minute + passed < next; passed += 1) {
      if (isOpenOnWall(hours, later(wall, passed))) return new Date((minute + passed) * MINUTE_MS);
    }
    minute = next;
  }
  return null;
}

function later({ day, minutes }: WallTime, passed: number): WallTime {
  const sum = minutes + passed;
  return sum < DAY_MINUTES
    ? { day, minutes: sum }
    : { day: (day + 1) % WEEK_DAYS, minutes: sum - DAY_MINUTES };
}

/** @throws RangeError for an unknown time zone */
function toWallTime(instant: number, timeZone: string): WallTime {
  const wall = toWallDate(new Date(instant), timeZone);
  return { day: (wall.getUTCDay() + 6) % WEEK_DAYS, minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes() };
}

/** Finds the next minute at which clocks show a time such as `14:30`; null for a text that is no time. */
export function findNextTime(time: string, timeZone: string, after: Date): Date | null {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(time) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  if (!(minutes < DAY_MINUTES && Number(minute) < 60)) return null;
  const toText = (all: number) =>
    `${String(Math.floor(all / 60)).padStart(2, "0")}:${String(all % 60).padStart(2, "0")}`;
  const oneMinute = `${toText(minutes)}-${toText(minutes + 1)}`;
  const hours = Object.fromEntries(WEEKDAYS.map((day) => [day, oneMinute])) as OpeningHours;
  return nextOpening(hours, timeZone, new Date(after.getTime() + MINUTE_MS));
}
