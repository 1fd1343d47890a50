import { hashPassword } from "@/lib/accounts/password";
import { findAccount, insertUser } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";
import type { User } from "@/lib/db/generated/client";
import type { Role } from "@/lib/db/generated/enums";
import { DomainError } from "@/lib/domain-error";

/** @throws DomainError ACCOUNT_NOT_FOUND, EMAIL_TAKEN */
export async function createUser(
  db: Queryable,
  input: { accountId: string | null; email: string; password: string; roles: readonly Role[] },
): Promise<User> {
  if (input.accountId !== null && (await findAccount(db, input.accountId)) === null) {
    throw new DomainError("ACCOUNT_NOT_FOUND");
  }
  const user = await insertUser(db, {
    accountId: input.accountId,
    email: input.email.trim().toLowerCase(),
    passwordHash: await hashPassword(input.password),
    roles: [...input.roles],
  });
  if (user === null) throw new DomainError("EMAIL_TAKEN");
  return user;
}
