"use server";

import * as z from "zod";
import { action } from "@/app/action";
import { invitationSettings } from "@/app/invitation-settings";
import { changeRole } from "@/lib/accounts/change-role";
import { disablePerson } from "@/lib/accounts/disable-person";
import { invitePerson, renewInvitation, revokeInvitation } from "@/lib/accounts/invite-person";
import { newPerson, role } from "@/lib/accounts/schema";

const invitationForm = z.object({ id: z.guid({ error: "INVITATION_NOT_FOUND" }) });
const personId = z.guid({ error: "PERSON_NOT_FOUND" });

export const invite = action({
  role: "owner",
  audit: "invitation.create",
  input: newPerson,
  async work({ user, context, input }) {
    const invited = await invitePerson(context, user, { ...input, settings: invitationSettings() });
    return { subject: invited.email, result: invited };
  },
});

export const renewInvite = action({
  role: "owner",
  audit: "invitation.renew",
  input: invitationForm,
  async work({ user, context, input }) {
    const settings = invitationSettings();
    const renewed = await renewInvitation(context, user, { invitationId: input.id, settings });
    return { subject: renewed.email, result: renewed };
  },
});

export const revokeInvite = action({
  role: "owner",
  audit: "invitation.delete",
  input: invitationForm,
  async work({ user, context, input }) {
    await revokeInvitation(context, user, input.id);
  },
});

export const setRole = action({
  role: "owner",
  audit: "user.change_role",
  input: z.object({ id: personId, role }),
  async work({ user, context, input }) {
    await changeRole(context, user, { personId: input.id, role: input.role });
  },
});

export const switchPerson = action({
  role: "owner",
  audit: "user.switch",
  input: z.object({ id: personId, disable: z.string().optional() }),
  async work({ user, context, input }) {
    await disablePerson(context, user, { personId: input.id, isDisabled: input.disable === "true" });
  },
});
