import { findEmailLink } from "@/lib/accounts/find-email-link";
import { checkNewPassword } from "@/lib/accounts/new-password";
import { hashPassword } from "@/lib/accounts/password";
import { deleteResets, deleteToken } from "@/lib/accounts/people-store";
import { hashSecret } from "@/lib/accounts/person-token";
import { endAll } from "@/lib/accounts/session-store";
import { writePassword } from "@/lib/accounts/store";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";

/** Ends all sessions. @returns the user id @throws DomainError LINK_NOT_FOUND, INVALID_PAYLOAD for a weak password */
export async function resetPassword(
  context: Pick<Context, "db" | "clock">,
  input: { secret: string; password: string },
): Promise<string> {
  const reset = await findEmailLink(context, "password_reset", input.secret);
  if (reset === null || reset.userId === null) throw new DomainError("LINK_NOT_FOUND");
  const { id, email, userId } = reset;
  checkNewPassword("password", input.password, email);
  const passwordHash = await hashPassword(input.password);
  await context.db.transaction(async (tx) => {
    if (!(await deleteToken(tx, id, hashSecret(input.secret)))) throw new DomainError("LINK_NOT_FOUND");
    await writePassword(tx, email, passwordHash);
    await deleteResets(tx, userId);
    await endAll(tx, userId);
  });
  return userId;
}

export async function setPassword(db: Database, email: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const userId = await writePassword(tx, email.trim().toLowerCase(), passwordHash);
    if (userId !== null) await endAll(tx, userId);
  });
}
