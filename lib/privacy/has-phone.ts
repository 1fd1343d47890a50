import { toE164 } from "@/lib/to-e164";

// Digits with the separators that people type between them.
const CANDIDATE = /\+?\d(?:[\s().\p{Pd}]{0,3}\d){4,19}/gu;

/** Digits that a phone ends with, however its country is written. */
export const MIN_COMMON_DIGITS = 6;

/** Whether a text has the phone. @param phone in E.164 @param home country of phones without one */
export function hasPhone(text: string, phone: string, home: string): boolean {
  const end = phone.slice(-MIN_COMMON_DIGITS);
  for (const [candidate] of text.matchAll(CANDIDATE)) {
    const digits = candidate.replaceAll(/\D/g, "");
    if (!digits.endsWith(end)) continue;
    if (digits === phone.slice(1) || toE164(candidate, home) === phone) return true;
  }
  return false;
}
