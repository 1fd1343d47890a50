import type { RowValues } from "@/lib/imports/rows";

/** How a file writes dates such as `02/01/2027`. */
export const DATE_ORDERS = ["day_first", "month_first"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** As on the clocks of the account. */
export interface DeliveryTime {
  /** `2027-01-02` */
  readonly date: string;
  /** `14:30`; null if the row has only a date. */
  readonly time: string | null;
}

const DATE =
  /^(?:(\d{4})-(\d\d?)-(\d\d?)|(\d\d?)([./-])(\d\d?)\5(\d{4}|\d\d))(?:[T ,]+(\d\d?)[:.](\d\d)(?::\d\d)?(?: ?([ap])\.?m\.?)?)?$/i;

const pad = (digits: string | number) => String(digits).padStart(2, "0");

/** Empty for a window. */
export const toDeliveryText = ({ delivery_date, delivery_time, ...bounds }: RowValues): string => {
  const isWindow = bounds.delivery_from !== undefined || bounds.delivery_to !== undefined;
  if (readInterval(delivery_time) !== null || (isWindow && delivery_time === undefined)) return "";
  return [delivery_date, delivery_time].filter(Boolean).join(" ");
};

const INTERVAL =
  /^(?:(?:с|from|von) +)?(\d\d?)(?:[:.](\d\d))?(?::00)? *(?:-|–|—|до|по|to|until|bis) *(\d\d?)(?:[:.](\d\d))?(?::00)?$/i;

/** Two times in one cell, such as `14:00-16:00` or `с 14 до 16`; null for other texts. */
function readInterval(text: string | undefined): { from: string; to: string } | null {
  const [, fromHour, fromMinute = "00", toHour, toMinute = "00"] = INTERVAL.exec(text ?? "") ?? [];
  if (fromHour === undefined || toHour === undefined) return null;
  return { from: `${pad(fromHour)}:${fromMinute}`, to: `${pad(toHour)}:${toMinute}` };
}

/** The bounds of a row's delivery window; null without one. @param date of times without a date */
export function toWindowTexts(
  { delivery_time, delivery_from: from, delivery_to: to }: RowValues,
  date: string | undefined,
): { from: string; to: string } | null {
  const read = from === undefined && to === undefined ? readInterval(delivery_time) : { from, to };
  if (read === null) return null;
  const onDay = (text = "") => (TIME_ONLY.test(text) ? [date, text].filter(Boolean).join(" ") : text);
  return { from: onDay(read.from), to: onDay(read.to) };
}

const TIME_ONLY = /^\d\d?[:.]\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?$/i;

/** A time without a date is on the day of the delivery. */
export const toReadyText = ({ ready_at, delivery_date, delivery_time }: RowValues): string => {
  if (ready_at === undefined || !TIME_ONLY.test(ready_at)) return ready_at ?? "";
  const day = (delivery_date ?? delivery_time)?.split(/[T ,]/)[0];
  return [day, ready_at].filter(Boolean).join(" ");
};

/** Null if the text is no existing date with an optional time. */
export function readDeliveryTime(text: string, order: DateOrder): DeliveryTime | null {
  const [, isoYear, isoMonth = "", isoDay = "", first = "", , second = "", shortYear = "", ...clock] =
    DATE.exec(text) ?? [];
  const [day, month] =
    isoYear !== undefined ? [isoDay, isoMonth] : order === "day_first" ? [first, second] : [second, first];
  const year = isoYear ?? (shortYear.length === 2 ? `20${shortYear}` : shortYear);
  const date = `${year}-${pad(month)}-${pad(day)}`;
  if (day === "" || new Date(`${date}T00:00Z`).getUTCDate() !== Number(day)) return null;
  const [hour, minute, half] = clock;
  if (hour === undefined) return { date, time: null };
  const hours = half === undefined ? Number(hour) : toHours(Number(hour), half);
  const isTime = hours !== null && hours < 24 && Number(minute) < 60;
  return isTime ? { date, time: `${pad(hours)}:${minute}` } : null;
}

/** Hours of a day from those of a clock of twelve; null for 0 or 13. */
function toHours(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

/**
 * The order that the dates of a file show, or the reader's if none is above 12. Dates with dots begin with the day.
 *
 * @returns `isOpen` if a date of the file would be another day in the other order
 */
export function guessDateOrder(
  texts: readonly string[],
  readerOrder: DateOrder,
): { order: DateOrder; isOpen: boolean } {
  const found = texts.flatMap((text) => {
    const [, , , , first, mark, second] = DATE.exec(text) ?? [];
    return first === undefined ? [] : [{ mark, first: Number(first), second: Number(second) }];
  });
  const open = found.filter(({ first, second }) => first <= 12 && second <= 12 && first !== second);
  const dayFirst = found.filter(({ first }) => first > 12).length;
  const monthFirst = found.filter(({ second }) => second > 12).length;
  const usual = found.some(({ mark }) => mark !== ".") ? readerOrder : "day_first";
  const shown = dayFirst > monthFirst ? "day_first" : "month_first";
  return { order: dayFirst === monthFirst ? usual : shown, isOpen: open.some(({ mark }) => mark !== ".") };
}
