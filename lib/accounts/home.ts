import tzLookup from "@photostructure/tz-lookup";
import { type CountryCode, getCountries } from "libphonenumber-js/min";
import { type City, readCity } from "@/lib/city/city";
import { countryLocale, DEFAULT_LOCALE, type Locale } from "@/lib/locale/locale";

export interface Home {
  readonly timeZone: string;
  readonly phoneCountry: CountryCode;
  /** The language of messages to recipients, and of pages for visitors who name none. */
  readonly locale: Locale;
}

const NO_CITY: Home = { timeZone: "UTC", phoneCountry: "RU", locale: DEFAULT_LOCALE };

/** Node 20 has `timeZones`; TypeScript knows only `getTimeZones`. */
type Region = Intl.Locale & { readonly timeZones?: readonly string[]; getTimeZones?(): readonly string[] };

export function readHome(dataDir: string): Home {
  return cityHome(readCity(dataDir));
}

export function cityHome(city: Pick<City, "bounds"> | null): Home {
  if (city === null) return NO_CITY;
  const { south, north, west, east } = city.bounds;
  return homeAt((south + north) / 2, (west + east) / 2);
}

export function homeAt(latitude: number, longitude: number): Home {
  const timeZone = tzLookup(latitude, longitude);
  // The region data has canonical names, such as Asia/Calcutta.
  const canonical = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  const country = getCountries().find((region) => {
    const locale: Region = new Intl.Locale("und", { region });
    return (locale.getTimeZones?.() ?? locale.timeZones ?? []).includes(canonical);
  });
  const phoneCountry = country ?? NO_CITY.phoneCountry;
  return { timeZone, phoneCountry, locale: countryLocale(phoneCountry) };
}
