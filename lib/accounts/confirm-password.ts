import type { SignedIn } from "@/lib/accounts/check-session";
import { claimGuess } from "@/lib/accounts/claim-guess";
import { ofSession } from "@/lib/accounts/guess";
import { isPassword } from "@/lib/accounts/password";
import { LONGEST_PASSWORD } from "@/lib/accounts/schema";
import { findUser, forgiveTry } from "@/lib/accounts/store";
import type { Context } from "@/lib/context";
import type { User } from "@/lib/db/generated/client";

import { DomainError } from "@/lib/domain-error";

/** Tries count separately from sign-ins. @throws DomainError PASSWORD_WRONG, also if a try comes too soon */
export async function confirmPassword(
  context: Pick<Context, "db" | "clock">,
  who: Pick<SignedIn, "userId">,
  password: string,
): Promise<User> {
  if (password.length > LONGEST_PASSWORD) throw new DomainError("PASSWORD_WRONG");
  const bound = ofSession(who.userId);
  const { isAllowed } = await claimGuess(context, [bound]);
  if (!isAllowed) throw new DomainError("PASSWORD_WRONG");
  const user = await findUser(context.db, who.userId);
  const isRight = await isPassword(password, user?.passwordHash ?? null);
  if (!isRight || user === null) throw new DomainError("PASSWORD_WRONG");
  await forgiveTry(context.db, bound);
  return user;
}
