import tzLookup from "@photostructure/tz-lookup";
import { type CountryCode, getCountries } from "libphonenumber-js/min";
import { readCity } from "@/lib/city/city";

export interface Home {
  readonly timeZone: string;
  readonly phoneCountry: CountryCode;
}

const NO_CITY: Home = { timeZone: "UTC", phoneCountry: "RU" };

/** Node 20 has `timeZones`; TypeScript knows only `getTimeZones`. */
type Region = Intl.Locale & { readonly timeZones?: readonly string[]; getTimeZones?(): readonly string[] };

export function readHome(dataDir: string): Home {
  const city = readCity(dataDir);
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
  return { timeZone, phoneCountry: country ?? NO_CITY.phoneCountry };
}
