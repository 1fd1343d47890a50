import { checkOrdering } from "@/lib/accounts/approval";
import type { KeyWithOwner } from "@/lib/accounts/key";
import { DomainError } from "@/lib/domain-error";

export const SCOPES = ["orders:write"] as const;

/** (spec, Authentication) @throws DomainError KEY_REVOKED, ACCOUNT_DISABLED and those of `checkOrdering` */
export function checkKey(key: KeyWithOwner, now: Date): void {
  // A revocation applies immediately, even if this process's clock is late.
  if (key.revokedAt !== null) throw new DomainError("KEY_REVOKED");
  if (key.expiresAt !== null && key.expiresAt <= now) throw new DomainError("KEY_REVOKED");
  if (key.disabledAt !== null) throw new DomainError("ACCOUNT_DISABLED");
  checkOrdering(key, key.scope.mode);
}

/** @param address of the client, null if unknown @throws DomainError NETWORK_NOT_ALLOWED */
export function checkNetwork({ networks }: Pick<KeyWithOwner, "networks">, address: string | null): void {
  if (!networks.every((list) => list.has(address))) throw new DomainError("NETWORK_NOT_ALLOWED");
}
