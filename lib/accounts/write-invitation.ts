import { randomUUID } from "node:crypto";
import { hashSecret, INVITATION_MS, invitationSecret } from "@/lib/accounts/person-token";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import type { Role } from "@/lib/db/generated/enums";
import { execute, sql } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import type { Locale } from "@/lib/locale/locale";

export interface InvitationSettings {
  readonly authSecret: string;
  readonly isMailed: boolean;
}

/** Limited, because each invitation may email a person who has not asked for it. */
const MAX_OPEN = 50;

export type InvitationLink = Awaited<ReturnType<typeof writeInvitation>>;

/** Replaces an earlier invitation to the same email. @throws DomainError TOO_MANY_INVITATIONS */
export async function writeInvitation(
  { clock, publicUrl }: Pick<Context, "clock" | "publicUrl">,
  tx: Transaction,
  input: {
    /** Null for an operator. */
    readonly accountId: string | null;
    readonly email: string;
    readonly roles: readonly Role[];
    readonly invitedById: string | null;
    /** The recipient's language, if it is known. */
    readonly locale?: Locale | undefined;
    readonly settings: InvitationSettings;
  },
) {
  const { accountId, email, roles, invitedById, locale = null, settings } = input;
  const others = { accountId, kind: "invitation", email: { not: email } } as const;
  if ((await tx.models.personToken.count({ where: others })) >= MAX_OPEN) {
    throw new DomainError("TOO_MANY_INVITATIONS");
  }
  const invitation = { id: randomUUID(), createdAt: clock.now() };
  const { id, createdAt } = invitation;
  const expiresAt = new Date(createdAt.getTime() + INVITATION_MS);
  const secret = invitationSecret(settings.authSecret, invitation);
  await execute(tx)`
    INSERT INTO person_tokens (id, kind, token_hash, email, account_id, roles, created_by_id, locale, created_at,
                               expires_at)
    VALUES (${id}::uuid, 'invitation', ${hashSecret(secret)}, ${email}, ${accountId}::uuid,
            ${[...roles]}::person_role[],
            ${invitedById}::uuid, ${locale}::locale, ${createdAt}::timestamptz, ${expiresAt}::timestamptz)
    ON CONFLICT ${others.accountId === null ? sql`(email) WHERE kind = 'invitation' AND account_id IS NULL` : sql`(account_id, email) WHERE kind = 'invitation'`}
    DO UPDATE SET
      id = excluded.id, token_hash = excluded.token_hash, roles = excluded.roles,
      created_by_id = excluded.created_by_id, locale = excluded.locale, created_at = excluded.created_at, expires_at = excluded.expires_at`;
  if (settings.isMailed) await enqueueJob(tx, { kind: "mail_invitation", key: id });
  return { email, link: `${publicUrl}/join/${secret}`, isMailed: settings.isMailed };
}
