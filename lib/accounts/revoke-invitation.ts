import { actAsOwner } from "@/lib/accounts/act-as-owner";
import type { Staff } from "@/lib/accounts/check-session";
import { deleteInvitation } from "@/lib/accounts/people-store";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

/** @throws DomainError OWNERS_ONLY, INVITATION_NOT_FOUND */
export function revokeInvitation(context: Context, staff: Staff, invitationId: string): Promise<void> {
  return actAsOwner(context.db, staff, async (tx) => {
    if (!(await deleteInvitation(tx, staff.accountId, invitationId))) {
      throw new DomainError("INVITATION_NOT_FOUND");
    }
  });
}
