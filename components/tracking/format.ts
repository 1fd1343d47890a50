import { DAY_MS } from "@/lib/duration";
import type { ArrivalWindow } from "@/lib/tracking/arrivals/arrival-window";

/** `locale` is the reader's language tag, such as en-GB. */
export interface FormatContext {
  readonly locale: string;
  readonly zone: string;
}

const formats = new Map<string, unknown>();

/** Cached, because constructing a format takes about 100 times as long as using it. */
function fromCache<Value>(key: string, construct: () => Value): Value {
  if (!formats.has(key)) formats.set(key, construct());
  return formats.get(key) as Value;
}

const getFormat = (tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  fromCache(`${tag} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(tag, options));

const getNumberFormat = (tag: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  fromCache(`number ${tag} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(tag, options));

/** 24-hour clocks have two digits, 09:05; others 9:05 AM. */
const hourIn = (locale: string): "numeric" | "2-digit" =>
  fromCache(`hour ${locale}`, () =>
    new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hour12 ? "numeric" : "2-digit",
  );

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

/** Matches a window that names AM and PM. */
const LONG = /[ap]\.?m.*[ap]\.?m/i;

/** `14:05–14:20`, `2:05–2:20 PM`: unbreakable, except that `11:50 AM–12:00 PM` may break after its dash. */
export function formatWindow({ from, to }: ArrivalWindow, telling: FormatContext): string {
  const format = clock(telling);
  const [start, end] = [format.format(from), format.format(to)];
  const both = start === end ? start : `${start}–${end}`;
  // formatRange omits an AM that both times share. It is slow, and would include both dates across midnight.
  const isShortened = hourIn(telling.locale) === "numeric" && isSameDay(from, to, telling.zone);
  const range = isShortened ? format.formatRange(from, to) : both;
  // A line may not end at a space, nor at a dash that is followed by a word joiner.
  const dash = LONG.test(range) ? "\u2060–" : "\u2060–\u2060";
  return range.replace(/\s*–\s*/, dash).replace(/\s/g, "\u00a0");
}

/** `14:05–14:20` today, else with its day; a window that ends on another day has both days. */
export function formatWindowOrDay(window: ArrivalWindow, now: Date, telling: FormatContext): string {
  const { from, to } = window;
  // Midnight ends the day before.
  const last = new Date(to.getTime() - 1);
  if (!isSameDay(from, last, telling.zone))
    return `${formatTimeOrDay(from, now, telling)} – ${formatTimeOrDay(to, now, telling)}`;
  if (isSameDay(from, now, telling.zone)) return formatWindow(window, telling);
  const { locale, zone } = telling;
  const month = locale.startsWith("ru") ? "long" : "short";
  const day = getFormat(locale, { day: "numeric", month, timeZone: zone }).format(from);
  return `${day.replace(/\s/g, "\u00a0")}, ${formatWindow(window, telling)}`;
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

/** `вторник, 1 декабря`, `Tuesday, 1 December`. */
export function formatDate(at: Date, { locale, zone }: FormatContext): string {
  return getFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone: zone }).format(at);
}

const FAR_MS = 300 * DAY_MS;

/** As `formatDay`, with the year unless a reader knows it. */
export function formatDateTime(at: Date, now: Date, telling: FormatContext): string {
  const isFar = Math.abs(at.getTime() - now.getTime()) > FAR_MS;
  return formatDay(at, telling, isFar ? { year: "numeric" } : {});
}

/** The time alone today, else with its day. */
export function formatTimeOrDay(at: Date, now: Date, telling: FormatContext): string {
  return isSameDay(at, now, telling.zone) ? formatTime(at, telling) : formatDateTime(at, now, telling);
}

/** `1,4`, `1.4`. */
export function formatKilometers(meters: number, locale: string): string {
  const digits = meters < 9_950 ? 1 : 0;
  return getNumberFormat(locale, { maximumFractionDigits: digits }).format(meters / 1_000);
}

/** `1 500 ₽`, `₽1,500`: kopecks only where there are some, or in a column. */
export function formatRubles(amount: number, locale: string, hasKopecks = !Number.isInteger(amount)): string {
  return getNumberFormat(locale, {
    style: "currency",
    currency: "RUB",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: hasKopecks ? 2 : 0,
  }).format(amount);
}

/** `Москва`, `Moscow Time` as `shortGeneric`. */
export function formatZone(
  { locale, zone }: { readonly locale: string; readonly zone: string | undefined },
  timeZoneName: "shortGeneric" | "long" | "shortOffset" = "shortGeneric",
): string {
  const parts = getFormat(locale, { timeZone: zone, timeZoneName }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone ?? "";
}

/** Of the device, if the zone is undefined. */
export const offsetIn = (zone: string | undefined): string =>
  formatZone({ locale: "en", zone }, "shortOffset");

/** Separates letters from digits: `В 777 ОР 98`. */
export function formatPlate(plate: string): string {
  return plate.replace(/[\s-]+/g, "").replace(/(\p{L})(?=\d)|(\d)(?=\p{L})/gu, "$1$2\u00a0");
}

/** `2 минуты назад`, `2 minutes ago`; whole minutes, at least one. */
export function relativeMinutes(at: Date, now: Date, locale: string): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - at.getTime()) / 60_000));
  return new Intl.RelativeTimeFormat(locale).format(-minutes, "minute");
}

/** Country codes have one, two or three digits, determined by their first digits (ITU-T E.164). */
const COUNTRY = /^(\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}))(\d{5,})$/;

/** `+7 916 123-45-67`; other countries in groups of three. A handle without a country code stays unchanged. */
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
