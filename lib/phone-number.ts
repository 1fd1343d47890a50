import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";

// Where a number without its country's code is taken to be.
const HOME: CountryCode = "RU";

/**
 * A phone number in E.164, from whatever form it was typed in: `8 (916) 123-45-67` is `+79161234567`.
 *
 * @returns null when the text is no possible number, says more than a number, or may
 *   mean several
 */
export function toE164(text: string): string | null {
  // Ten digits that begin with 8 are a number without its country's code, or one that has lost a digit.
  if (/^8\d{9}$/.test(text.replace(/\D/g, "")) && !text.includes("+")) return null;
  const number = parsePhoneNumberFromString(text.trim(), { defaultCountry: HOME, extract: false });
  if (number === undefined || !number.isPossible() || number.ext !== undefined) return null;
  return number.isValid() ? number.number : null;
}
