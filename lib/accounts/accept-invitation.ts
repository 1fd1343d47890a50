import { findEmailLink } from "@/lib/accounts/find-email-link";
import { checkNewPassword } from "@/lib/accounts/new-password";
import { hashPassword } from "@/lib/accounts/password";
import { deleteToken } from "@/lib/accounts/people-store";
import { hashSecret } from "@/lib/accounts/person-token";
import type { AuthenticatedUser } from "@/lib/accounts/start-session";
import { insertUser } from "@/lib/accounts/store";
import type { Context } from "@/lib/context";
import type { User } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";

/** Creates the invited user. @throws DomainError LINK_NOT_FOUND, EMAIL_TAKEN, INVALID_PAYLOAD for a weak password */
export async function acceptInvitation(
  context: Pick<Context, "db" | "clock">,
  input: { secret: string; password: string; name?: string | null },
): Promise<AuthenticatedUser & Pick<User, "accountId">> {
  const invitation = await findEmailLink(context, "invitation", input.secret);
  if (invitation === null) throw new DomainError("LINK_NOT_FOUND");
  const { id, email, accountId, roles, locale } = invitation;
  checkNewPassword("password", input.password, email);
  const passwordHash = await hashPassword(input.password);
  return context.db.transaction(async (tx) => {
    if (!(await deleteToken(tx, id, hashSecret(input.secret)))) throw new DomainError("LINK_NOT_FOUND");
    const user = await insertUser(tx, {
      accountId,
      email,
      passwordHash,
      roles,
      locale,
      name: input.name ?? null,
    });
    if (user === null) throw new DomainError("EMAIL_TAKEN");
    return { userId: user.id, passwordHash, accountId };
  });
}
