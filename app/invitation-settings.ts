import type { InvitationSettings } from "@/lib/accounts/write-invitation";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";

/** @throws DomainError SERVICE_UNAVAILABLE if sign-in is not configured */
export function invitationSettings(): InvitationSettings {
  const { authSecret, mail } = config();
  if (authSecret === null) throw new DomainError("SERVICE_UNAVAILABLE");
  return { authSecret, isMailed: mail !== null };
}
