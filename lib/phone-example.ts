import examples from "libphonenumber-js/examples.mobile.json";
import {
  type CountryCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumber,
} from "libphonenumber-js/min";

/** Dialable numbers that regulators keep for films and examples. */
const RESERVED: Partial<Record<CountryCode, string>> = {
  AU: "+61491570006",
  FR: "+33639980001",
  SE: "+46701740605",
  US: "+12025550123",
};

/** E.164 of a reserved mobile number of the country, or else of the example of its numbering plan. */
export function samplePhone(country: string): string {
  const known = isSupportedCountry(country) ? country : "MD";
  const number = RESERVED[known] ?? getExampleNumber(known, examples)?.number;
  if (number === undefined) throw new Error(`${known} has no example of a mobile number`);
  return number;
}

/** The same number as people write it, such as `+373 62 112 345`. */
export function findPhoneExample(country: string): string {
  return parsePhoneNumber(samplePhone(country)).formatInternational();
}
