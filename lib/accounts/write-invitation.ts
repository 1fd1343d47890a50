import { randomUUID } from "node:crypto";
import type { Role } from "@/lib/accounts/people-store";
import { hashSecret, INVITATION_MS, invitationSecret } from "@/lib/accounts/person-token";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
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
    readonly accountId: string;
    readonly email: string;
    readonly role: Role;
    readonly invitedById: string | null;
    /** The recipient's language; unknown for people whom others invite. */
    readonly locale?: Locale;
    readonly settings: InvitationSettings;
  },
) {
  const { accountId, email, role, invitedById, locale = null, settings } = input;
  const others = { accountId, kind: "invitation", email: { not: email } } as const;
  if ((await tx.models.personToken.count({ where: others })) >= MAX_OPEN) {
    throw new DomainError("TOO_MANY_INVITATIONS");
  }
  const invitation = { id: randomUUID(), createdAt: clock.now() };
  const { id, createdAt } = invitation;
  const expiresAt = new Date(createdAt.getTime() + INVITATION_MS);
  const secret = invitationSecret(settings.authSecret, invitation);
  await execute(tx)`
    INSERT INTO person_tokens (id, kind, token_hash, email, account_id, role, created_by_id, locale, created_at,
                               expires_at)
    VALUES (${id}::uuid, 'invitation', ${hashSecret(secret)}, ${email}, ${accountId}::uuid, ${role}::user_role,
            ${invitedById}::uuid, ${locale}::locale, ${createdAt}::timestamptz, ${expiresAt}::timestamptz)
    ON CONFLICT (account_id, email) WHERE kind = 'invitation' DO UPDATE SET
      id = excluded.id, token_hash = excluded.token_hash, role = excluded.role,
      created_by_id = excluded.created_by_id, locale = excluded.locale, created_at = excluded.created_at, expires_at = excluded.expires_at`;
  if (settings.isMailed) await enqueueJob(tx, { kind: "mail_invitation", key: id });
  return { email, link: `${publicUrl}/join/${secret}`, isMailed: settings.isMailed };
}
