import type { SessionUser } from "@/lib/accounts/check-session";
import { confirmPassword } from "@/lib/accounts/confirm-password";
import { checkNewPassword } from "@/lib/accounts/new-password";
import { hashPassword } from "@/lib/accounts/password";
import { deleteResets } from "@/lib/accounts/people-store";
import { endAll } from "@/lib/accounts/session-store";
import type { AuthenticatedUser } from "@/lib/accounts/start-session";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

/** Ends all sessions. @throws DomainError PASSWORD_WRONG, INVALID_PAYLOAD for a weak password */
export async function changePassword(
  context: Pick<Context, "db" | "clock">,
  who: SessionUser,
  passwords: { present: string; next: string },
): Promise<AuthenticatedUser> {
  const { db } = context;
  checkNewPassword("new_password", passwords.next, who.email);
  const user = await confirmPassword(context, who, passwords.present);
  const to = await hashPassword(passwords.next);
  return db.transaction(async (tx) => {
    const { count } = await tx.models.user.updateMany({
      where: { id: user.id, passwordHash: user.passwordHash, disabledAt: null },
      data: { passwordHash: to },
    });
    if (count === 0) throw new DomainError("PASSWORD_WRONG");
    await deleteResets(tx, user.id);
    await endAll(tx, user.id);
    return { userId: user.id, passwordHash: to };
  });
}
