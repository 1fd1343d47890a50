export const MIN_DIGITS = 4;
const NATIONAL_DIGITS = 10;

/** The last ten digits, since a number may begin with a country code, with 8, or with neither. */
export function nationalDigits(text: string): string {
  return text.replace(/\D/g, "").slice(-NATIONAL_DIGITS);
}
