import type { Entrant } from "@/lib/accounts/begin-session";
import type { SignedIn } from "@/lib/accounts/check-session";
import { confirmPassword } from "@/lib/accounts/confirm-password";
import { checkNewPassword } from "@/lib/accounts/new-password";
import { hashPassword } from "@/lib/accounts/password";
import { deleteResets } from "@/lib/accounts/people-store";
import { endAll } from "@/lib/accounts/session-store";
import { replacePassword } from "@/lib/accounts/store";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";

/** Ends all sessions. @throws DomainError PASSWORD_WRONG, INVALID_PAYLOAD for a weak password */
export async function changePassword(
  context: { db: Database; clock: Clock },
  who: SignedIn,
  passwords: { present: string; next: string },
): Promise<Entrant> {
  const { db } = context;
  checkNewPassword("new_password", passwords.next, who.email);
  const user = await confirmPassword(context, who, passwords.present);
  const to = await hashPassword(passwords.next);
  return db.transaction(async (tx) => {
    const changed = await replacePassword(tx, user.id, { from: user.passwordHash, to });
    if (changed === null) throw new DomainError("PASSWORD_WRONG");
    await deleteResets(tx, user.id);
    await endAll(tx, user.id);
    return { userId: changed.id, passwordHash: to };
  });
}
