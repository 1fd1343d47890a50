import { cookies } from "next/headers";
import * as z from "zod";
import type { Call } from "@/app/action";
import { openSession } from "@/app/auth";
import { parseJson } from "@/app/form";
import { cookieSession } from "@/app/session";
import { readChallenge, writeChallenge } from "@/app/session-cookie";
import { addPasskey } from "@/lib/accounts/add-passkey";
import { changePassword } from "@/lib/accounts/change-password";
import type { SessionUser } from "@/lib/accounts/check-session";
import { endSessions } from "@/lib/accounts/end-sessions";
import { type PasskeySite, passkeySite } from "@/lib/accounts/passkey";
import { removePasskey } from "@/lib/accounts/remove-passkey";
import { newPasskey, passwordChange } from "@/lib/accounts/schema";
import { startPasskey } from "@/lib/accounts/start-passkey";
import { DomainError } from "@/lib/domain-error";

type OwnCall<Schema extends z.ZodType> = Call<SessionUser, z.infer<Schema>>;

/** Ends all sessions and begins a new one. */
export const changeOwnPassword = {
  audit: "user.change_password",
  input: passwordChange,
  async work({ user, context, input }: OwnCall<typeof passwordChange>) {
    const terms = { present: input.present_password, next: input.new_password };
    await openSession(await changePassword(context, user, terms), "password", context.db);
  },
} as const;

export const endOwnSession = {
  audit: "session.end",
  async work({ user, context, input }: Call<SessionUser>) {
    const id = z.guid().safeParse(input.id);
    if (id.success) await endSessions(context.db, user.userId, { only: id.data });
  },
} as const;

export const endOwnOthers = {
  audit: "session.end_others",
  async work({ user, context }: Call<SessionUser>) {
    const session = await cookieSession();
    if (session !== null) await endSessions(context.db, user.userId, { except: session.id });
  },
} as const;

function getPasskeySite(publicUrl: string): PasskeySite {
  const site = passkeySite(publicUrl);
  // Pages offer no passkeys on a site without passkey support.
  if (site === null) throw new DomainError("PASSKEY_REFUSED");
  return site;
}

const beginForm = newPasskey.extend({ present_password: z.string().default("") });

export const beginOwnPasskey = {
  audit: null,
  input: beginForm,
  async work({ user, context, input }: OwnCall<typeof beginForm>) {
    const site = getPasskeySite(context.publicUrl);
    const options = await startPasskey(context, user, { site, password: input.present_password });
    (await cookies()).set(writeChallenge("add", options.challenge, context.clock.now()));
    return { result: options };
  },
} as const;

const finishForm = newPasskey.extend({ response: z.string().default("").transform(parseJson) });

export const finishOwnPasskey = {
  audit: "passkey.create",
  input: finishForm,
  async work({ user, context, input: { name, response } }: OwnCall<typeof finishForm>) {
    const site = getPasskeySite(context.publicUrl);
    const challenge = readChallenge(await cookies(), "add", context.clock.now());
    await addPasskey(context, user, { site, challenge, response, name });
    return { subject: name };
  },
} as const;

const passkeyForm = z.object({ id: z.guid({ error: "PASSKEY_NOT_FOUND" }) });

export const deleteOwnPasskey = {
  audit: "passkey.delete",
  input: passkeyForm,
  async work({ user, context, input }: OwnCall<typeof passkeyForm>) {
    await removePasskey(context.db, user.userId, input.id);
  },
} as const;
