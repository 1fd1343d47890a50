import { cityHome } from "@/lib/accounts/home";
import type { CityOnDisk } from "@/lib/city/city";
import type { Locale } from "@/lib/locale/locale";
import { getServedCity } from "@/lib/process/get-served-city";

let known: { city: CityOnDisk | null; locale: Locale } | undefined;

/** The language of visitors who name none: that of the served country. */
export function getDefaultLocale(): Locale {
  const city = getServedCity();
  if (known === undefined || known.city !== city) known = { city, locale: cityHome(city).locale };
  return known.locale;
}
