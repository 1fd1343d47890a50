"use server";

import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { after } from "next/server";
import { openSession } from "@/app/auth";
import { clientInfo, readChallenge, readDevice } from "@/app/session-cookie";
import { parseJson, toTexts } from "@/app/submission";
import type { FailedSignIn, SignInFailure } from "@/components/auth/sign-in-form";
import { passkeySite } from "@/lib/accounts/passkey";
import { type SignInResult, signIn } from "@/lib/accounts/sign-in";
import { signInByPasskey } from "@/lib/accounts/sign-in-by-passkey";
import { recordFailedSignIn } from "@/lib/audit/record-refusal";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { logFailure } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { runtime } from "@/lib/process/runtime";
import { localPath } from "@/lib/web/local-path";

const UNAVAILABLE = { why: "unavailable", waitSeconds: 0 } as const;

/** The form has the passkey's response or email and password. Redirects once the session cookie is set. */
export async function signInByForm(_: FailedSignIn | null, form: unknown): Promise<FailedSignIn> {
  const values = form instanceof FormData ? toTexts(form) : {};
  const { email = "", password = "", passkey, next } = values;
  const failure =
    passkey === undefined ? await enterByPassword(email, password) : await enterByPasskey(parseJson(passkey));
  if (failure === null) redirect(localPath(next) ?? "/sign-in");
  return { ...failure, email };
}

function enterByPassword(email: string, password: string): Promise<SignInFailure | null> {
  return enter("password", async (network) => {
    const sent = await cookies();
    const findDevice: Parameters<typeof signIn>[1]["findDevice"] = (person) => readDevice(sent, person);
    const result = await signIn(runtime(), { email, password, network, findDevice });
    if (result.entrant === null) {
      const client = clientInfo(await headers());
      // After the response, whose time must not reveal whether the user exists.
      after(() => recordFailedSignIn(runtime().db, email, { ...client, requestId: null }));
    }
    return result;
  });
}

async function enterByPasskey(answer: unknown): Promise<SignInFailure | null> {
  const site = passkeySite(config().publicUrl);
  if (site === null) return { why: "passkey_refused", waitSeconds: 0 };
  return enter("passkey", async (network) => {
    const challenge = readChallenge(await cookies(), "sign-in", runtime().clock.now());
    return signInByPasskey(runtime(), { site, challenge, answer, network });
  });
}

/** Null once the response sets the session cookie. */
async function enter(
  wayIn: "password" | "passkey",
  attempt: (network: string) => Promise<SignInResult>,
): Promise<SignInFailure | null> {
  if (config().authSecret === null) return UNAVAILABLE;
  try {
    const { entrant, isChecked, waitMs } = await attempt(clientInfo(await headers()).network);
    if (entrant !== null && (await openSession(entrant, wayIn))) return null;
    metrics().signInFailures.inc({ method: wayIn });
    const refused = wayIn === "passkey" ? "passkey_refused" : "wrong";
    return { why: isChecked ? refused : "too_soon", waitSeconds: Math.ceil(waitMs / 1000) };
  } catch (error) {
    // Too many queued sign-ins are not a failure of the service.
    if (!(error instanceof DomainError)) logFailure("sign-in failed", error);
    return UNAVAILABLE;
  }
}
