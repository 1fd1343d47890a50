import { cityHome } from "@/lib/accounts/home";
import { type CityOnDisk, followCity } from "@/lib/city/city";
import { config } from "@/lib/config";
import type { Locale } from "@/lib/locale/locale";

let followed: ReturnType<typeof followCity> | undefined;
let known: { city: CityOnDisk | null; locale: Locale } | undefined;

/** The language of visitors who name none: that of the served country. */
export function getDefaultLocale(): Locale {
  followed ??= followCity(config().dataDir);
  const city = followed();
  if (known === undefined || known.city !== city) known = { city, locale: cityHome(city).locale };
  return known.locale;
}
