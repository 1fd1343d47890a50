import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * A phone number in E.164, from whatever form it was typed in: in Russia `8 (916) 123-45-67` is `+79161234567`.
 *
 * @param home the country of a number without a country code, ISO 3166-1 alpha-2
 * @returns null when the text is no possible number, says more than a number, or may
 *   mean several
 */
export function toE164(text: string, home: string): string | null {
  // Ten digits that begin with 8 are a number without its country's code, or one that has lost a digit.
  if (home === "RU" && /^8\d{9}$/.test(text.replace(/\D/g, "")) && !text.includes("+")) return null;
  const country = isSupportedCountry(home) ? { defaultCountry: home } : {};
  const number = parsePhoneNumberFromString(text.trim(), { ...country, extract: false });
  if (number === undefined || !number.isPossible() || number.ext !== undefined) return null;
  return number.isValid() ? number.number : null;
}
