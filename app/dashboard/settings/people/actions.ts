"use server";

import * as z from "zod";
import { staffAction } from "@/app/dashboard/submission";
import { invitationSettings } from "@/app/invitation-settings";
import { parseForm, readId } from "@/app/submission";
import { changeRole } from "@/lib/accounts/change-role";
import { disablePerson } from "@/lib/accounts/disable-person";
import { invitePerson, renewInvitation, revokeInvitation } from "@/lib/accounts/invite-person";
import { newPerson, role } from "@/lib/accounts/schema";
import type { InvitationLink } from "@/lib/accounts/write-invitation";

export const invite = staffAction<InvitationLink>(
  "owner",
  "invitation.create",
  async (staff, context, values) => {
    const person = parseForm(newPerson, values);
    const invited = await invitePerson(context, staff, { ...person, settings: invitationSettings() });
    return { subject: invited.email, result: invited };
  },
);

export const renewInvite = staffAction<InvitationLink>(
  "owner",
  "invitation.renew",
  async (staff, context, values) => {
    const invitationId = readId(values, "INVITATION_NOT_FOUND");
    const renewed = await renewInvitation(context, staff, { invitationId, settings: invitationSettings() });
    return { subject: renewed.email, result: renewed };
  },
);

export const revokeInvite = staffAction("owner", "invitation.delete", async (staff, context, values) => {
  await revokeInvitation(context, staff, readId(values, "INVITATION_NOT_FOUND"));
});

export const setRole = staffAction("owner", "user.change_role", async (staff, context, values) => {
  const chosen = parseForm(z.object({ role }), values);
  await changeRole(context, staff, { personId: readId(values, "PERSON_NOT_FOUND"), ...chosen });
});

export const switchPerson = staffAction("owner", "user.switch", async (staff, context, values) => {
  const personId = readId(values, "PERSON_NOT_FOUND");
  await disablePerson(context, staff, { personId, isDisabled: values.disable === "true" });
});
