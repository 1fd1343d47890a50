"use server";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { cookies } from "next/headers";
import * as z from "zod";
import { openSession } from "@/app/auth";
import { takeStaffSubmission } from "@/app/dashboard/submission";
import { cookieSession } from "@/app/session";
import { readChallenge, writeChallenge } from "@/app/session-cookie";
import { problemsOf } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { addPasskey } from "@/lib/accounts/add-passkey";
import { changePassword as change } from "@/lib/accounts/change-password";
import { endSessions } from "@/lib/accounts/end-sessions";
import { type PasskeySite, passkeySite } from "@/lib/accounts/passkey";
import { removePasskey } from "@/lib/accounts/remove-passkey";
import { newPasskey, passwordChange } from "@/lib/accounts/schema";
import { startPasskey } from "@/lib/accounts/start-passkey";
import { DomainError } from "@/lib/domain-error";

/** Changes the reader's password. They go on in a new session; all others end. */
export async function changePassword(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, context, values) => {
    const parsed = passwordChange.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { present_password: present, new_password: next } = parsed.data;
    await openSession(await change(context, staff, { present, next }), "password");
    return undefined;
  });
}

/** Ends one of the reader's sessions. */
export async function endSession(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, { db }, values) => {
    const id = z.guid().safeParse(values.id);
    if (id.success) await endSessions(db, staff.userId, { only: id.data });
    return undefined;
  });
}

/** Ends all of the reader's sessions but this one. */
export async function endOtherSessions(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, { db }) => {
    const session = await cookieSession();
    if (session !== null) await endSessions(db, staff.userId, { except: session.id });
    return undefined;
  });
}

function siteHere(publicUrl: string): PasskeySite {
  const site = passkeySite(publicUrl);
  // The page offers none there.
  if (site === null) throw new DomainError("PASSKEY_REFUSED");
  return site;
}

/** Begins to make a passkey, once its name and the reader's password are known. */
export async function beginPasskey(
  _: FormState<PublicKeyCredentialCreationOptionsJSON>,
  form: FormData,
): Promise<FormState<PublicKeyCredentialCreationOptionsJSON>> {
  return takeStaffSubmission("staff", form, async (staff, context, values) => {
    const named = newPasskey.safeParse(values);
    if (!named.success) return { problems: problemsOf(named.error) };
    const site = siteHere(context.publicUrl);
    const options = await startPasskey(context, staff, { site, password: values.present_password ?? "" });
    (await cookies()).set(writeChallenge("add", options.challenge, context.clock.now()));
    return { result: options };
  });
}

/** Keeps a passkey that the reader's browser has made. */
export async function finishPasskey(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, context, values) => {
    const named = newPasskey.safeParse(values);
    if (!named.success) return { problems: problemsOf(named.error) };
    const site = siteHere(context.publicUrl);
    const challenge = readChallenge(await cookies(), "add", context.clock.now());
    const response = responseIn(values.response ?? "");
    await addPasskey(context, staff, { site, challenge, response, name: named.data.name });
    return { subject: named.data.name };
  });
}

function responseIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError("PASSKEY_REFUSED");
  }
}

/** Forgets one of the reader's passkeys. */
export async function deletePasskey(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, { db }, values) => {
    const id = z.guid().safeParse(values.id);
    if (!id.success) throw new DomainError("PASSKEY_NOT_FOUND");
    await removePasskey(db, staff.userId, id.data);
    return undefined;
  });
}
