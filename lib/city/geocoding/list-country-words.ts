import tzLookup from "@photostructure/tz-lookup";
import { streetWords } from "@/lib/city/geocoding/street-words";
import type { Point } from "@/lib/point";

const LANGUAGES = ["ru", "ro", "en", "uk", "de", "fr", "pt"];
/** Further names by country code. */
const OTHER_NAMES: Readonly<Record<string, string>> = { RU: "РФ Российская Федерация", MD: "РМ RM Молдавия" };
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** The time zones of each country, listed when they are first needed, which takes tens of milliseconds. */
let timeZones: ReadonlyMap<string, readonly string[]> | undefined;

/** The folded words of the names of the country at a point, such as «молдова» and `md`; none if it is unknown. */
export function listCountryWords(point: Point): ReadonlySet<string> {
  const zone = toCanonical(tzLookup(point.latitude, point.longitude));
  timeZones ??= new Map(CODES.map((code) => [code, listTimeZones(code)]));
  const found = [...timeZones].filter(([, zones]) => zones.includes(zone)).map(([code]) => code);
  const names = found.flatMap((code) => [
    code,
    OTHER_NAMES[code] ?? "",
    ...LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: "region" }).of(code) ?? ""),
  ]);
  return new Set(names.flatMap(streetWords).map(({ word }) => word));
}

/** Node 20 has a property, later versions a method. */
function listTimeZones(country: string): readonly string[] {
  const locale: Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] } = new Intl.Locale(
    `und-${country}`,
  );
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

const toCanonical = (zone: string): string =>
  new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
