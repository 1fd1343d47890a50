import tzLookup from "@photostructure/tz-lookup";
import { type CountryCode, getCountries } from "libphonenumber-js/min";
import { readCity } from "@/lib/city/city";

/** Where a new account is taken to be: the time zone of its calendar (IANA), and the country of its phone numbers. */
export interface Home {
  readonly timeZone: string;
  readonly phoneCountry: CountryCode;
}

/** The home of new accounts while there is no city. */
const NO_CITY: Home = { timeZone: "UTC", phoneCountry: "RU" };

/** Node 20 has it under this name; TypeScript knows only the later `getTimeZones`. */
type Region = Intl.Locale & { readonly timeZones?: readonly string[]; getTimeZones?(): readonly string[] };

/** Returns the home of new accounts in the city being served, by the middle of its bounds. */
export function readHome(dataDir: string): Home {
  const city = readCity(dataDir);
  if (city === null) return NO_CITY;
  const { south, north, west, east } = city.bounds;
  return homeAt((south + north) / 2, (west + east) / 2);
}

/** Returns the home of an account at a place, in degrees. */
export function homeAt(latitude: number, longitude: number): Home {
  const timeZone = tzLookup(latitude, longitude);
  // The names in the region data are the canonical ones, such as Asia/Calcutta.
  const canonical = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  const country = getCountries().find((region) => {
    const locale: Region = new Intl.Locale("und", { region });
    return (locale.getTimeZones?.() ?? locale.timeZones ?? []).includes(canonical);
  });
  return { timeZone, phoneCountry: country ?? NO_CITY.phoneCountry };
}
