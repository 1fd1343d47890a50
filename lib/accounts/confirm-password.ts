import type { SignedIn } from "@/lib/accounts/check-session";
import { isPassword } from "@/lib/accounts/password";
import { LONGEST_PASSWORD } from "@/lib/accounts/schema";
import { attemptId } from "@/lib/accounts/sign-in";
import { claimAttempt, clearAttempts, findUser } from "@/lib/accounts/store";
import type { Clock } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";
import type { User } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";

/**
 * Makes sure that somebody who is signed in knows their password. Guesses at it count together with those of signing
 * in, and a guess that comes too soon gets the same answer as a wrong one.
 *
 * @throws DomainError PASSWORD_WRONG
 */
export async function confirmPassword(
  { db, clock }: { db: Queryable; clock: Clock },
  who: Pick<SignedIn, "userId" | "email">,
  password: string,
): Promise<User> {
  if (password.length > LONGEST_PASSWORD) throw new DomainError("PASSWORD_WRONG");
  const attempt = attemptId(who.email);
  if (!(await claimAttempt(db, attempt, clock.now()))) throw new DomainError("PASSWORD_WRONG");
  const user = await findUser(db, who.userId);
  const isRight = await isPassword(password, user?.passwordHash ?? null);
  if (!isRight || user === null) throw new DomainError("PASSWORD_WRONG");
  await clearAttempts(db, attempt, clock.now());
  return user;
}
