import { weaknessOf } from "@/lib/accounts/new-password";
import { DomainError } from "@/lib/domain-error";

/** @throws DomainError INVALID_PAYLOAD if the password is easily guessed; the message is a code */
export function checkNewPassword(field: string, password: string, email: string): void {
  const weakness = weaknessOf(password, email);
  if (weakness !== null) throw new DomainError("INVALID_PAYLOAD", [{ field, message: weakness }]);
}
