import type { ArrivalWindow } from "@/lib/tracking/eta";

/** What to format times for: the reader's tag, such as en-GB, and a time zone. */
export interface FormatContext {
  readonly locale: string;
  readonly zone: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a format, made once: making one takes a hundred times as long as using it. */
function getFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(tag, options);
    formats.set(key, format);
  }
  return format;
}

/** Where hours go to 24 they have two digits, 09:05; others 9:05 AM. */
const hourIn = (locale: string): "numeric" | "2-digit" =>
  getFormat(locale, { hour: "numeric" }).resolvedOptions().hour12 ? "numeric" : "2-digit";

function clock({ locale, zone }: FormatContext): Intl.DateTimeFormat {
  return getFormat(locale, { hour: hourIn(locale), minute: "2-digit", timeZone: zone });
}

export function isSameDay(one: Date, other: Date, zone: string): boolean {
  const day = getFormat("en", { dateStyle: "short", timeZone: zone });
  return day.format(one) === day.format(other);
}

/** `14:05`, `2:05 PM`. */
export function formatTime(at: Date, telling: FormatContext): string {
  return clock(telling).format(at);
}

/** A window that names both halves of the day. */
const LONG = /[ap]\.?m.*[ap]\.?m/i;

/**
 * `14:05–14:20`, `2:05–2:20 PM`, `23:50–00:10`: in one piece, so that no line breaks it. `11:50 AM–12:00 PM` is too long
 * for some lines in large text, and breaks behind its dash alone.
 */
export function formatWindow({ from, to }: ArrivalWindow, telling: FormatContext): string {
  const format = clock(telling);
  // A formatted range across midnight would include both dates, which nobody needs for half an hour.
  const isOneDay = isSameDay(from, to, telling.zone);
  const range = isOneDay ? format.formatRange(from, to) : `${format.format(from)}–${format.format(to)}`;
  // Neither a space nor, with a word joiner behind it, the dash may end a line.
  const dash = LONG.test(range) ? "\u2060–" : "\u2060–\u2060";
  return range.replace(/\s*–\s*/, dash).replace(/\s/g, "\u00a0");
}

/** `21 ноября, 14:00`, `Nov 21, 2:00 PM`, `21 Nov, 14:00`. @param more further parts, such as the year */
export function formatDay(
  at: Date,
  { locale, zone }: FormatContext,
  more: Intl.DateTimeFormatOptions = {},
): string {
  const format = getFormat(locale, {
    day: "numeric",
    month: locale.startsWith("ru") ? "long" : "short",
    hour: hourIn(locale),
    minute: "2-digit",
    timeZone: zone,
    ...more,
  });
  return format.format(at).replace(/( г\.)? в /, ", ");
}

/** `1,4`, `1.4`. */
export function formatKilometers(meters: number, locale: string): string {
  const digits = meters < 9_950 ? 1 : 0;
  return new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(meters / 1_000);
}

/** `1 500 ₽`, `₽1,500`: kopecks only where there are some. */
export function formatRubles(amount: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency: "RUB",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount);
}

/** `Москва`, `Moscow Time`: the zone by its own name. */
export function formatZone({ locale, zone }: FormatContext): string {
  const parts = getFormat(locale, { timeZone: zone, timeZoneName: "shortGeneric" }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

export function offsetIn(timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** A plate in groups of letters and of digits: `В 777 ОР 98`. */
export function formatPlate(plate: string): string {
  return plate.replace(/[\s-]+/g, "").replace(/(\p{L})(?=\d)|(\d)(?=\p{L})/gu, "$1$2\u00a0");
}

/** `2 минуты назад`, `2 minutes ago`; whole minutes, at least one. */
export function relativeMinutes(at: Date, now: Date, locale: string): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - at.getTime()) / 60_000));
  return new Intl.RelativeTimeFormat(locale).format(-minutes, "minute");
}

/** A country's code and the rest of its number. Codes have one, two or three digits by how they begin (ITU-T E.164). */
const COUNTRY = /^(\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}))(\d{5,})$/;

/**
 * Formats a number both for dialing and for reading: `+7 916 123-45-67`; other countries in groups of three. A text
 * without a country code, such as a handle, stays as it is.
 */
export function formatPhone(phone: string): { e164: string; shown: string } {
  const digits = phone.replace(/\D/g, "");
  if (!phone.trim().startsWith("+")) return { e164: digits, shown: phone };
  const e164 = `+${digits}`;
  const russian = /^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(e164);
  if (russian !== null) {
    const [, code, first, second, third] = russian;
    return { e164, shown: `+7 ${code} ${first}-${second}-${third}` };
  }
  const [, code = "", rest = ""] = COUNTRY.exec(e164) ?? ["", e164];
  return { e164, shown: `${code} ${rest.replace(/(\d{2})(?=(\d{3})+$)/g, "$1 ")}`.trim() };
}
