import * as z from "zod";
import type { Call } from "@/app/action";
import { invitationSettings } from "@/app/invitation-settings";
import { changeRoles } from "@/lib/accounts/change-roles";
import type { SessionUser } from "@/lib/accounts/check-session";
import { disablePerson } from "@/lib/accounts/disable-person";
import { invitePerson, renewInvitation, revokeInvitation } from "@/lib/accounts/invite-person";
import { areRolesOfFormerRelease } from "@/lib/accounts/permissions";
import { newPerson, roleChange } from "@/lib/accounts/schema";
import { areVersionsMixed } from "@/lib/console/health/are-versions-mixed";
import type { Context } from "@/lib/context";
import type { Role } from "@/lib/db/generated/enums";
import { DomainError } from "@/lib/domain-error";

// Server actions about the people of an account, and about operators.

type PeopleCall<Schema extends z.ZodType> = Call<SessionUser, z.infer<Schema>>;

/** Processes of the former release would let a person of other roles do what staff may. */
async function checkVersions(context: Context, user: SessionUser, roles: readonly Role[]): Promise<void> {
  if (areRolesOfFormerRelease({ ...user, roles })) return;
  if (await areVersionsMixed(context.db, context.clock.now())) throw new DomainError("VERSIONS_MIXED");
}

export const inviteColleague = {
  audit: "invitation.create",
  input: newPerson,
  async work({ user, context, input }: PeopleCall<typeof newPerson>) {
    await checkVersions(context, user, input.roles);
    const invited = await invitePerson(context, user, { ...input, settings: invitationSettings() });
    return { subject: invited.email, result: invited };
  },
} as const;

const invitationForm = z.object({ id: z.guid({ error: "INVITATION_NOT_FOUND" }) });

export const renewColleagueInvitation = {
  audit: "invitation.renew",
  input: invitationForm,
  async work({ user, context, input }: PeopleCall<typeof invitationForm>) {
    const settings = invitationSettings();
    const renewed = await renewInvitation(context, user, { invitationId: input.id, settings });
    return { subject: renewed.email, result: renewed };
  },
} as const;

export const revokeColleagueInvitation = {
  audit: "invitation.delete",
  input: invitationForm,
  async work({ user, context, input }: PeopleCall<typeof invitationForm>) {
    await revokeInvitation(context, user, input.id);
  },
} as const;

export const changeColleagueRoles = {
  audit: "user.change_role",
  input: roleChange,
  async work({ user, context, input }: PeopleCall<typeof roleChange>) {
    await checkVersions(context, user, input.roles);
    await changeRoles(context, user, { personId: input.id, roles: input.roles });
  },
} as const;

const switchForm = z.object({ id: z.guid({ error: "PERSON_NOT_FOUND" }), disable: z.string().optional() });

export const switchColleague = {
  audit: "user.switch",
  input: switchForm,
  async work({ user, context, input }: PeopleCall<typeof switchForm>) {
    await disablePerson(context, user, { personId: input.id, isDisabled: input.disable === "true" });
  },
} as const;
