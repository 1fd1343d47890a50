import { weaknessOf } from "@/lib/accounts/new-password";
import { DomainError } from "@/lib/domain-error";

/**
 * Refuses a new password that would be among the first guesses.
 *
 * @throws DomainError INVALID_PAYLOAD, whose issue has the code that the page translates
 */
export function checkNewPassword(field: string, password: string, email: string): void {
  const weakness = weaknessOf(password, email);
  if (weakness !== null) throw new DomainError("INVALID_PAYLOAD", [{ field, message: weakness }]);
}
