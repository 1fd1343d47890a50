import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";

/** E.164 of a typed number; null if invalid or ambiguous. @param home its country without a country code */
export function toE164(text: string, home: string): string | null {
  // Ten digits that begin with 8 lack either the country code or a digit.
  if (home === "RU" && /^8\d{9}$/.test(text.replace(/\D/g, "")) && !text.includes("+")) return null;
  const country = isSupportedCountry(home) ? { defaultCountry: home } : {};
  const number = parsePhoneNumberFromString(text.trim(), { ...country, extract: false });
  if (number === undefined || !number.isPossible() || number.ext !== undefined) return null;
  return number.isValid() ? number.number : null;
}
