import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { cookies } from "next/headers";
import * as z from "zod";
import { openSession } from "@/app/auth";
import { cookieSession } from "@/app/session";
import { readChallenge, writeChallenge } from "@/app/session-cookie";
import { parseForm, parseJson, readId, type SubmissionOutcome } from "@/app/submission";
import { addPasskey } from "@/lib/accounts/add-passkey";
import { changePassword } from "@/lib/accounts/change-password";
import type { SessionUser } from "@/lib/accounts/check-session";
import { endSessions } from "@/lib/accounts/end-sessions";
import { type PasskeySite, passkeySite } from "@/lib/accounts/passkey";
import { removePasskey } from "@/lib/accounts/remove-passkey";
import { newPasskey, passwordChange } from "@/lib/accounts/schema";
import { startPasskey } from "@/lib/accounts/start-passkey";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

/** The caller must have authenticated `who`. */
export type OwnCredentials<Result = never> = (
  who: SessionUser,
  context: Context,
  values: Record<string, string>,
) => Promise<SubmissionOutcome<Result>>;

/** Ends all sessions and begins a new one. */
export const changeOwnPassword: OwnCredentials = async (who, context, values) => {
  const { present_password: present, new_password: next } = parseForm(passwordChange, values);
  await openSession(await changePassword(context, who, { present, next }), "password", context.db);
};

export const endOwnSession: OwnCredentials = async (who, { db }, values) => {
  const id = z.guid().safeParse(values.id);
  if (id.success) await endSessions(db, who.userId, { only: id.data });
};

export const endOwnOthers: OwnCredentials = async (who, { db }) => {
  const session = await cookieSession();
  if (session !== null) await endSessions(db, who.userId, { except: session.id });
};

function getPasskeySite(publicUrl: string): PasskeySite {
  const site = passkeySite(publicUrl);
  // Pages offer no passkeys on a site without passkey support.
  if (site === null) throw new DomainError("PASSKEY_REFUSED");
  return site;
}

export const beginOwnPasskey: OwnCredentials<PublicKeyCredentialCreationOptionsJSON> = async (
  who,
  context,
  values,
) => {
  parseForm(newPasskey, values);
  const site = getPasskeySite(context.publicUrl);
  const options = await startPasskey(context, who, { site, password: values.present_password ?? "" });
  (await cookies()).set(writeChallenge("add", options.challenge, context.clock.now()));
  return { result: options };
};

export const finishOwnPasskey: OwnCredentials = async (who, context, values) => {
  const { name } = parseForm(newPasskey, values);
  const site = getPasskeySite(context.publicUrl);
  const challenge = readChallenge(await cookies(), "add", context.clock.now());
  const response = parseJson(values.response ?? "");
  await addPasskey(context, who, { site, challenge, response, name });
  return { subject: name };
};

export const deleteOwnPasskey: OwnCredentials = async (who, { db }, values) => {
  await removePasskey(db, who.userId, readId(values, "PASSKEY_NOT_FOUND"));
};
