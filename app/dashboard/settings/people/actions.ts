"use server";

import * as z from "zod";
import { takeStaffSubmission } from "@/app/dashboard/submission";
import { invitationSettings } from "@/app/invitation-settings";
import { problemsOf } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { changeRole } from "@/lib/accounts/change-role";
import { disablePerson } from "@/lib/accounts/disable-person";
import { invitePerson } from "@/lib/accounts/invite-person";
import { renewInvitation } from "@/lib/accounts/renew-invitation";
import { revokeInvitation } from "@/lib/accounts/revoke-invitation";
import { newPerson, role } from "@/lib/accounts/schema";
import type { InvitationLink } from "@/lib/accounts/write-invitation";
import { DomainError, type ErrorCode } from "@/lib/domain-error";

function idOf(values: Record<string, string>, missing: ErrorCode): string {
  const parsed = z.guid().safeParse(values.id);
  if (!parsed.success) throw new DomainError(missing);
  return parsed.data;
}

export async function invite(
  _: FormState<InvitationLink>,
  form: FormData,
): Promise<FormState<InvitationLink>> {
  return takeStaffSubmission("owner", form, async (staff, context, values) => {
    const parsed = newPerson.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const invited = await invitePerson(context, staff, { ...parsed.data, settings: invitationSettings() });
    return { subject: invited.email, result: invited };
  });
}

export async function renewInvite(
  _: FormState<InvitationLink>,
  form: FormData,
): Promise<FormState<InvitationLink>> {
  return takeStaffSubmission("owner", form, async (staff, context, values) => {
    const id = idOf(values, "INVITATION_NOT_FOUND");
    const renewed = await renewInvitation(context, staff, {
      invitationId: id,
      settings: invitationSettings(),
    });
    return { subject: renewed.email, result: renewed };
  });
}

export async function revokeInvite(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("owner", form, async (staff, context, values) => {
    await revokeInvitation(context, staff, idOf(values, "INVITATION_NOT_FOUND"));
    return undefined;
  });
}

export async function setRole(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("owner", form, async (staff, context, values) => {
    const chosen = role.safeParse(values.role);
    if (!chosen.success) return { problems: [{ field: "role", code: "required" }] };
    await changeRole(context, staff, { personId: idOf(values, "PERSON_NOT_FOUND"), role: chosen.data });
    return undefined;
  });
}

export async function switchPerson(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("owner", form, async (staff, context, values) => {
    await disablePerson(context, staff, {
      personId: idOf(values, "PERSON_NOT_FOUND"),
      isDisabled: values.disable === "true",
    });
    return undefined;
  });
}
