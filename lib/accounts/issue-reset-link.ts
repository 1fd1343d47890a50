import { deleteResets } from "@/lib/accounts/people-store";
import { generateSecret, hashSecret, RESET_MS } from "@/lib/accounts/person-token";
import { findUser, isAccessDisabled } from "@/lib/accounts/store";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

export type ResetLink = Awaited<ReturnType<typeof issueResetLink>>;

/** Ends earlier links. @throws DomainError PERSON_NOT_FOUND if unknown or disabled */
export async function issueResetLink(context: Pick<Context, "db" | "clock" | "publicUrl">, address: string) {
  const { db, clock, publicUrl } = context;
  const user = await findUser(db, { email: address.trim().toLowerCase() });
  if (user === null || isAccessDisabled(user)) throw new DomainError("PERSON_NOT_FOUND");
  const { id: userId, email } = user;
  const secret = generateSecret();
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + RESET_MS);
  await db.transaction(async (tx) => {
    await deleteResets(tx, userId);
    const tokenHash = hashSecret(secret);
    await tx.models.personToken.create({
      data: { kind: "password_reset", tokenHash, email, userId, createdAt, expiresAt },
    });
  });
  return { email, link: `${publicUrl}/reset/${secret}`, expiresAt };
}
