export const MIN_DIGITS = 4;
const NATIONAL_DIGITS = 10;

/** The last ten digits, since numbers come with a country code, with 8, or without either. */
export function nationalDigits(text: string): string {
  return text.replace(/\D/g, "").slice(-NATIONAL_DIGITS);
}
