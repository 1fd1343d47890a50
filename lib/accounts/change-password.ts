import type { SignedIn } from "@/lib/accounts/check-session";
import { hashPassword, isPassword } from "@/lib/accounts/password";
import { deleteResets, replacePassword } from "@/lib/accounts/people-store";
import { attemptId, type SessionClaims } from "@/lib/accounts/sign-in";
import { claimAttempt, clearAttempts, findUser } from "@/lib/accounts/store";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";

/**
 * Changes somebody's password, who says the present one. Guesses at it count together with those of signing in, and
 * a guess that comes too soon gets the same answer as a wrong one.
 *
 * @returns the claims of a new session; all others have ended
 * @throws DomainError PASSWORD_WRONG
 */
export async function changePassword(
  context: { db: Database; clock: Clock },
  who: SignedIn,
  passwords: { present: string; next: string },
): Promise<SessionClaims> {
  const { db, clock } = context;
  const attempt = attemptId(who.email);
  if (!(await claimAttempt(db, attempt, clock.now()))) throw new DomainError("PASSWORD_WRONG");
  const user = await findUser(db, who.userId);
  const isRight = await isPassword(passwords.present, user?.passwordHash ?? null);
  if (!isRight || user === null) throw new DomainError("PASSWORD_WRONG");
  const to = await hashPassword(passwords.next);
  return db.$transaction(async (tx) => {
    const changed = await replacePassword(tx, user.id, { from: user.passwordHash, to });
    if (changed === null) throw new DomainError("PASSWORD_WRONG");
    await deleteResets(tx, user.id);
    await clearAttempts(tx, attempt, clock.now());
    return { userId: changed.id, sessionVersion: changed.sessionVersion };
  });
}
