import { limitPerUser } from "@/lib/accounts/attempt-limit";
import type { SessionUser } from "@/lib/accounts/check-session";
import { consumeAttempt } from "@/lib/accounts/consume-attempt";
import { isPassword } from "@/lib/accounts/password";
import { MAX_PASSWORD_LENGTH } from "@/lib/accounts/schema";
import { findUser, refundAttempt } from "@/lib/accounts/store";
import type { Context } from "@/lib/context";
import type { User } from "@/lib/db/generated/client";

import { DomainError } from "@/lib/domain-error";

/** Tries count separately from sign-ins. @throws DomainError PASSWORD_WRONG, also if a try comes too soon */
export async function confirmPassword(
  context: Pick<Context, "db" | "clock">,
  who: Pick<SessionUser, "userId">,
  password: string,
): Promise<User> {
  if (password.length > MAX_PASSWORD_LENGTH) throw new DomainError("PASSWORD_WRONG");
  const bound = limitPerUser(who.userId);
  const { isAllowed } = await consumeAttempt(context, [bound]);
  if (!isAllowed) throw new DomainError("PASSWORD_WRONG");
  const user = await findUser(context.db, { id: who.userId });
  const isRight = await isPassword(password, user?.passwordHash ?? null);
  if (!isRight || user === null) throw new DomainError("PASSWORD_WRONG");
  await refundAttempt(context.db, bound);
  return user;
}
