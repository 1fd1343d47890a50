"use server";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { runOperatorAction } from "@/app/ops/submission";
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
  return runOperatorAction(form, (context, values, who) => changeOwnPassword(who, context, values));
}

export async function endSession(_: FormState, form: FormData): Promise<FormState> {
  return runOperatorAction(form, (context, values, who) => endOwnSession(who, context, values));
}

export async function endOtherSessions(_: FormState, form: FormData): Promise<FormState> {
  return runOperatorAction(form, (context, values, who) => endOwnOthers(who, context, values));
}

export async function beginPasskey(
  _: FormState<PublicKeyCredentialCreationOptionsJSON>,
  form: FormData,
): Promise<FormState<PublicKeyCredentialCreationOptionsJSON>> {
  return runOperatorAction(form, (context, values, who) => beginOwnPasskey(who, context, values));
}

export async function finishPasskey(_: FormState, form: FormData): Promise<FormState> {
  return runOperatorAction(form, (context, values, who) => finishOwnPasskey(who, context, values));
}

export async function deletePasskey(_: FormState, form: FormData): Promise<FormState> {
  return runOperatorAction(form, (context, values, who) => deleteOwnPasskey(who, context, values));
}
