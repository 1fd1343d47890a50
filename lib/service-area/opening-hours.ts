import { DAY_MS, MINUTE_MS } from "@/lib/duration";
import { toWallDate } from "@/lib/locale/local-time";

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/**
 * `09:00-22:00` or `09:00-14:00, 15:00-22:00` in local time, null for a closed day. Hours that end before they begin end on
 * the next day.
 */
export type OpeningHours = Readonly<Record<Weekday, string | null>>;

/** Hours of single dates such as `2026-12-31`, which replace those of the weekday; null for a closed day. */
export type SpecialHours = Readonly<Record<string, string | null>>;

export interface Schedule {
  readonly hours: OpeningHours;
  readonly specialHours: SpecialHours;
  /** IANA name. */
  readonly timeZone: string;
}

export const WHOLE_DAY = "00:00-24:00";

export const ALWAYS_OPEN = Object.fromEntries(WEEKDAYS.map((day) => [day, WHOLE_DAY])) as OpeningHours;

export const MAX_SPECIAL_DAYS = 60;

const DAY_MINUTES = 24 * 60;
const WEEK_DAYS = 7;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 3;
/** Clocks change only at quarter hours of UTC. */
const STEADY_MINUTES = 15;
const MAX_CLOSED_DAYS = 35;
const MAX_INTERVALS = 5;
const INTERVAL = /^([01]\d|2[0-3]):([0-5]\d)\s*[-–—]\s*([01]\d|2[0-3]|24(?=:00)):([0-5]\d)$/;

/** Reads up to five intervals that follow each other. Returns null for other texts. */
export function readHours(typed: string): string | null {
  const texts = typed.split(/[,;]/).map((text) => text.trim());
  const intervals = texts.map((text) => {
    const [, fromHour, fromMinute, toHour, toMinute] = INTERVAL.exec(text) ?? [];
    return toMinute === undefined ? "" : `${fromHour}:${fromMinute}-${toHour}:${toMinute}`;
  });
  const read = intervals.map(readInterval);
  const isOrdered = read.every(({ from, to }, index) => {
    const before = read[index - 1];
    return to - from < DAY_MINUTES || intervals[index] === WHOLE_DAY
      ? before === undefined || before.to <= from
      : false;
  });
  // The end of the last one may be on the next day, before the first one begins again.
  const [first, last] = [read[0], read.at(-1)];
  const isCircular = first !== undefined && last !== undefined && last.to - DAY_MINUTES <= first.from;
  return isOrdered && isCircular && read.length <= MAX_INTERVALS ? intervals.join(", ") : null;
}

interface Interval {
  /** Minutes from the day's midnight. */
  readonly from: number;
  readonly to: number;
}

const toMinutes = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
};

/** An unreadable text is as long as a day and more. */
function readInterval(text: string): Interval {
  const [from = "", to = ""] = text.split("-");
  if (to === "") return { from: 0, to: 2 * DAY_MINUTES };
  const [start, end] = [toMinutes(from), toMinutes(to)];
  return { from: start, to: end > start ? end : end + DAY_MINUTES };
}

/** Lists the intervals of a day's hours. */
export const listIntervals = (hours: string | null | undefined): readonly Interval[] =>
  hours == null ? [] : hours.split(", ").map(readInterval);

interface WallTime {
  /** Days since 1970. */
  readonly day: number;
  readonly minutes: number;
}

/** Tells whether minutes are within the hours, reading the hours of each day once. */
class OpenMinutes {
  readonly #schedule: Schedule;
  readonly #days = new Map<number, readonly Interval[]>();

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  isOpenAt({ day, minutes }: WallTime): boolean {
    const has = (intervals: readonly Interval[], time: number) =>
      intervals.some(({ from, to }) => time >= from && time < to);
    return has(this.#listIntervals(day), minutes) || has(this.#listIntervals(day - 1), minutes + DAY_MINUTES);
  }

  #listIntervals(day: number): readonly Interval[] {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const { hours, specialHours } = this.#schedule;
    const date = toDate(day);
    const weekday = WEEKDAYS[(day + FIRST_WEEKDAY) % WEEK_DAYS] ?? "mon";
    const intervals = listIntervals(Object.hasOwn(specialHours, date) ? specialHours[date] : hours[weekday]);
    this.#days.set(day, intervals);
    return intervals;
  }
}

const toDate = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export function isOpenAt(schedule: Schedule, at: Date): boolean {
  return new OpenMinutes(schedule).isOpenAt(toWallTime(at.getTime(), schedule.timeZone));
}

/** The first open minute; null if there is none within 35 days. */
export function nextOpening(schedule: Schedule, at: Date): Date | null {
  const until = new Date(at.getTime() + MAX_CLOSED_DAYS * DAY_MS);
  return findMinute(schedule, at, until, true);
}

/** The first closed minute before `until`; null if there is none. */
export function nextClosing(schedule: Schedule, at: Date, until: Date): Date | null {
  return findMinute(schedule, at, until, false);
}

function findMinute(schedule: Schedule, at: Date, until: Date, isOpen: boolean): Date | null {
  const open = new OpenMinutes(schedule);
  const first = Math.ceil(at.getTime() / MINUTE_MS);
  const last = until.getTime() / MINUTE_MS;
  for (let minute = first; minute < last; ) {
    const wall = toWallTime(minute * MINUTE_MS, schedule.timeZone);
    const next = Math.min(last, (Math.floor(minute / STEADY_MINUTES) + 1) * STEADY_MINUTES);
    for (let passed = 0; minute + passed < next; passed += 1) {
      if (open.isOpenAt(later(wall, passed)) === isOpen) return new Date((minute + passed) * MINUTE_MS);
    }
    minute = next;
  }
  return null;
}

function later({ day, minutes }: WallTime, passed: number): WallTime {
  const sum = minutes + passed;
  return sum < DAY_MINUTES ? { day, minutes: sum } : { day: day + 1, minutes: sum - DAY_MINUTES };
}

/** @throws RangeError for an unknown time zone */
function toWallTime(instant: number, timeZone: string): WallTime {
  const wall = toWallDate(new Date(instant), timeZone);
  return {
    day: Math.floor(wall.getTime() / DAY_MS),
    minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
  };
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
  return nextOpening({ hours, specialHours: {}, timeZone }, new Date(after.getTime() + MINUTE_MS));
}

const SPECIAL_DAY = /^(\d{4}-\d{2}-\d{2})[\s:]+(.+)$/;

/**
 * Reads a line for each date, such as `2026-12-31 10:00-16:00` or `2027-01-01 closed`.
 * @returns null unless all lines can be read, no date is named twice and there are at most 60
 */
export function readSpecialHours(typed: string): SpecialHours | null {
  const lines = typed.split(/\r?\n/).flatMap((line) => line.trim() || []);
  const read = lines.map((line) => {
    const [, date = "", text = ""] = SPECIAL_DAY.exec(line) ?? [];
    return readSpecialDay(date, text);
  });
  return toSpecialHours(read);
}

/** A date and its hours, as `SpecialHours` has them. Null for a text that is not one. */
export function readSpecialDay(date: string, text: string): readonly [string, string | null] | null {
  const at = Date.parse(`${date}T00:00Z`);
  if (Number.isNaN(at) || toDate(at / DAY_MS) !== date) return null;
  if (CLOSED_WORDS.has(text.trim().toLowerCase())) return [date, null];
  const hours = readHours(text);
  return hours === null ? null : [date, hours];
}

export const CLOSED = "closed";
const CLOSED_WORDS: ReadonlySet<string> = new Set([CLOSED, "закрыто"]);

/** Returns null unless all can be read, no date is named twice and there are at most 60. */
export function toSpecialHours(
  read: readonly (readonly [string, string | null] | null)[],
): SpecialHours | null {
  const days = read.flatMap((day) => (day === null ? [] : [day]));
  const dates = new Set(days.map(([date]) => date));
  if (days.length < read.length || dates.size < days.length || dates.size > MAX_SPECIAL_DAYS) return null;
  return Object.fromEntries(days.toSorted(([one], [other]) => one.localeCompare(other)));
}

export const writeSpecialHours = (specialHours: SpecialHours): string =>
  Object.entries(specialHours)
    .map(([date, hours]) => `${date} ${hours ?? CLOSED}`)
    .join("\n");
