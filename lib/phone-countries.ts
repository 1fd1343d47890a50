import metadata from "libphonenumber-js/metadata.min.json";
import { type CountryCode, getCountries, getCountryCallingCode } from "libphonenumber-js/min";

/** A country as forms offer it for phone numbers. */
export interface PhoneCountry {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly name: string;
  /** Without a plus sign. */
  readonly callingCode: string;
  /** Whether it is the main one of those that share its calling code. */
  readonly isMain: boolean;
}

/** Lists the countries with phone numbers by their names in a language. On the server only: pages get them as data. */
export function listPhoneCountries(locale: string): PhoneCountry[] {
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
