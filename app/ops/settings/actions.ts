"use server";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { takeOperatorSubmission } from "@/app/ops/submission";
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
  return takeOperatorSubmission(form, (context, values, who) => changeOwnPassword(who, context, values));
}

/** Ends one of the reader's sessions. */
export async function endSession(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, (context, values, who) => endOwnSession(who, context, values));
}

/** Ends all of the reader's sessions but this one. */
export async function endOtherSessions(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, (context, values, who) => endOwnOthers(who, context, values));
}

/** Begins to make a passkey, once its name and the reader's password are known. */
export async function beginPasskey(
  _: FormState<PublicKeyCredentialCreationOptionsJSON>,
  form: FormData,
): Promise<FormState<PublicKeyCredentialCreationOptionsJSON>> {
  return takeOperatorSubmission(form, (context, values, who) => beginOwnPasskey(who, context, values));
}

/** Keeps a passkey that the reader's browser has made. */
export async function finishPasskey(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, (context, values, who) => finishOwnPasskey(who, context, values));
}

/** Forgets one of the reader's passkeys. */
export async function deletePasskey(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, (context, values, who) => deleteOwnPasskey(who, context, values));
}
