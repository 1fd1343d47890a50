import metadata from "libphonenumber-js/metadata.min.json";
import { type CountryCode, getCountries, getCountryCallingCode } from "libphonenumber-js/min";

export type PhoneCountry = ReturnType<typeof listPhoneCountries>[number];

export function listPhoneCountries(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: "region" });
  return getCountries()
    .map((country) => ({
      country,
      name: names.of(country) ?? country,
      callingCode: getCountryCallingCode(country),
      isMain: isMain(country),
    }))
    .sort((one, other) => one.name.localeCompare(other.name, locale));
}

const isMain = (country: CountryCode): boolean =>
  metadata.country_calling_codes[getCountryCallingCode(country)]?.[0] === country;
