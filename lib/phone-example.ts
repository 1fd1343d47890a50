import examples from "libphonenumber-js/examples.mobile.json";
import { getExampleNumber, isSupportedCountry } from "libphonenumber-js/min";

/** A mobile number of a country as people there write it, such as `+373 62 112 345`. */
export function findPhoneExample(country: string): string {
  const number = isSupportedCountry(country) ? getExampleNumber(country, examples) : undefined;
  return number?.formatInternational() ?? "+373 69 123 456";
}
