import { randomUUID } from "node:crypto";
import { actAsOwner } from "@/lib/accounts/act-as-owner";
import type { Staff } from "@/lib/accounts/check-session";
import { countOtherInvitations, putInvitation, type Role, selectPeople } from "@/lib/accounts/people-store";
import { hashSecret, INVITATION_MS, invitationSecret } from "@/lib/accounts/person-token";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { enqueueJob } from "@/lib/jobs/enqueue-job";

/** An invitation link, shown once. */
export interface InvitationLink {
  readonly email: string;
  readonly link: string;
  /** Whether it is also mailed. */
  readonly isMailed: boolean;
}

/** How links are made, and whether they are mailed. */
export interface InvitationSettings {
  readonly authSecret: string;
  readonly isMailed: boolean;
}

/** Each may mail somebody who has not asked for it. */
const MOST_OPEN = 50;

/**
 * Invites somebody into the account and replaces an earlier invitation to the same address. Does not reveal that the
 * address belongs to another account: that is its owner's business.
 *
 * @throws DomainError OWNERS_ONLY, EMAIL_TAKEN for one of the account's own people, TOO_MANY_INVITATIONS
 */
export function invitePerson(
  context: Context,
  staff: Staff,
  { settings, ...input }: { settings: InvitationSettings } & { email: string; role: Role },
): Promise<InvitationLink> {
  const { db, clock, publicUrl } = context;
  const email = input.email.trim().toLowerCase();
  return actAsOwner(db, staff, async (tx) => {
    const people = await selectPeople(tx, staff.accountId);
    if (people.some((person) => person.email === email)) throw new DomainError("EMAIL_TAKEN");
    if ((await countOtherInvitations(tx, staff.accountId, email)) >= MOST_OPEN) {
      throw new DomainError("TOO_MANY_INVITATIONS");
    }
    const invitation = { id: randomUUID(), createdAt: clock.now() };
    const secret = invitationSecret(settings.authSecret, invitation);
    await putInvitation(tx, {
      ...invitation,
      tokenHash: hashSecret(secret),
      email,
      accountId: staff.accountId,
      role: input.role,
      createdById: staff.userId,
      expiresAt: new Date(invitation.createdAt.getTime() + INVITATION_MS),
    });
    if (settings.isMailed) await enqueueJob(tx, { kind: "mail_invitation", key: invitation.id });
    return { email, link: `${publicUrl}/join/${secret}`, isMailed: settings.isMailed };
  });
}
