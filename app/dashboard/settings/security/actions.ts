"use server";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { takeStaffSubmission } from "@/app/dashboard/submission";
import {
  beginOwnPasskey,
  changeOwnPassword,
  deleteOwnPasskey,
  endOwnOthers,
  endOwnSession,
  finishOwnPasskey,
} from "@/app/security-actions";
import type { FormState } from "@/components/ui/form-state";

export async function changePassword(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, changeOwnPassword);
}

export async function endSession(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, endOwnSession);
}

export async function endOtherSessions(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, endOwnOthers);
}

export async function beginPasskey(
  _: FormState<PublicKeyCredentialCreationOptionsJSON>,
  form: FormData,
): Promise<FormState<PublicKeyCredentialCreationOptionsJSON>> {
  return takeStaffSubmission("staff", form, beginOwnPasskey);
}

export async function finishPasskey(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, finishOwnPasskey);
}

export async function deletePasskey(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, deleteOwnPasskey);
}
