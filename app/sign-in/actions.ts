"use server";

import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { after } from "next/server";
import { openSession } from "@/app/auth";
import { parseJson, toTexts } from "@/app/form";
import { clientInfo, readChallenge, readDevice } from "@/app/session-cookie";
import type { SignInFailure } from "@/components/accounts/sign-in-form";
import { passkeySite } from "@/lib/accounts/passkey";
import { type SignInResult, signIn } from "@/lib/accounts/sign-in";
import { signInByPasskey } from "@/lib/accounts/sign-in-by-passkey";
import { recordFailedSignIn } from "@/lib/audit/record-refusal";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { localPath } from "@/lib/http/local-path";
import { logFailure } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { runtime } from "@/lib/process/runtime";

/** The form has a passkey's response, or email and password. */
export async function signInByForm(_: SignInFailure | null, form: unknown): Promise<SignInFailure> {
  const { email = "", password = "", passkey, next } = form instanceof FormData ? toTexts(form) : {};
  const method = passkey === undefined ? "password" : "passkey";
  const refuse = (why: SignInFailure["why"], waitMs = 0) => {
    return { why, waitSeconds: Math.ceil(waitMs / 1000), email };
  };
  const answer = passkey === undefined ? undefined : parseJson(passkey);
  // The button sends null if it got no challenge.
  if (config().authSecret === null || answer === null) return refuse("unavailable");
  try {
    const { entrant, isChecked, waitMs } =
      answer === undefined ? await tryPassword(email, password) : await tryPasskey(answer);
    if (entrant === null || !(await openSession(entrant, method))) {
      metrics().signInFailures.inc({ method });
      if (!isChecked) return refuse("too_soon", waitMs);
      return refuse(method === "passkey" ? "passkey_refused" : "wrong", waitMs);
    }
  } catch (error) {
    // Too many queued sign-ins are not a failure of the service.
    if (!(error instanceof DomainError)) logFailure("sign-in failed", error);
    return refuse("unavailable");
  }
  redirect(localPath(next) ?? "/sign-in");
}

async function tryPassword(email: string, password: string): Promise<SignInResult> {
  const sent = await cookies();
  const client = clientInfo(await headers());
  const findDevice: Parameters<typeof signIn>[1]["findDevice"] = (person) => readDevice(sent, person);
  const result = await signIn(runtime(), { email, password, network: client.network, findDevice });
  // After the response, whose time must not reveal whether the user exists.
  if (result.entrant === null) {
    after(() => recordFailedSignIn(runtime().db, email, { ...client, requestId: null }));
  }
  return result;
}

async function tryPasskey(answer: unknown): Promise<SignInResult> {
  const site = passkeySite(config().publicUrl);
  if (site === null) return { entrant: null, isChecked: true, waitMs: 0 };
  const { network } = clientInfo(await headers());
  const challenge = readChallenge(await cookies(), "sign-in", runtime().clock.now());
  return signInByPasskey(runtime(), { site, challenge, answer, network });
}
