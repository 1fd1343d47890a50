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

/** Changes the reader's password. They go on in a new session; all others end. */
export async function changePassword(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, changeOwnPassword);
}

/** Ends one of the reader's sessions. */
export async function endSession(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, endOwnSession);
}

/** Ends all of the reader's sessions but this one. */
export async function endOtherSessions(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, endOwnOthers);
}

/** Begins to make a passkey, once its name and the reader's password are known. */
export async function beginPasskey(
  _: FormState<PublicKeyCredentialCreationOptionsJSON>,
  form: FormData,
): Promise<FormState<PublicKeyCredentialCreationOptionsJSON>> {
  return takeStaffSubmission("staff", form, beginOwnPasskey);
}

/** Keeps a passkey that the reader's browser has made. */
export async function finishPasskey(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, finishOwnPasskey);
}

/** Forgets one of the reader's passkeys. */
export async function deletePasskey(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, deleteOwnPasskey);
}
