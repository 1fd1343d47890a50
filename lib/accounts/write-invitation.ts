import { randomUUID } from "node:crypto";
import { countOtherInvitations, putInvitation, type Role } from "@/lib/accounts/people-store";
import { hashSecret, INVITATION_MS, invitationSecret } from "@/lib/accounts/person-token";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { enqueueJob } from "@/lib/jobs/enqueue-job";

/** Returned only once. */
export interface InvitationLink {
  readonly email: string;
  readonly link: string;
  readonly isMailed: boolean;
}

export interface InvitationSettings {
  readonly authSecret: string;
  readonly isMailed: boolean;
}

/** Each may mail a person who has not asked for it. */
const MAX_OPEN = 50;

/** Replaces an earlier invitation to the same email. @throws DomainError TOO_MANY_INVITATIONS */
export async function writeInvitation(
  { clock, publicUrl }: Pick<Context, "clock" | "publicUrl">,
  tx: Transaction,
  input: {
    readonly accountId: string;
    readonly email: string;
    readonly role: Role;
    readonly invitedById: string | null;
    readonly settings: InvitationSettings;
  },
): Promise<InvitationLink> {
  const { accountId, email, role, invitedById, settings } = input;
  if ((await countOtherInvitations(tx, accountId, email)) >= MAX_OPEN) {
    throw new DomainError("TOO_MANY_INVITATIONS");
  }
  const invitation = { id: randomUUID(), createdAt: clock.now() };
  const secret = invitationSecret(settings.authSecret, invitation);
  await putInvitation(tx, {
    ...invitation,
    tokenHash: hashSecret(secret),
    email,
    accountId,
    role,
    createdById: invitedById,
    expiresAt: new Date(invitation.createdAt.getTime() + INVITATION_MS),
  });
  if (settings.isMailed) await enqueueJob(tx, { kind: "mail_invitation", key: invitation.id });
  return { email, link: `${publicUrl}/join/${secret}`, isMailed: settings.isMailed };
}
