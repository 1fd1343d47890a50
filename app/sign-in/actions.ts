"use server";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { cookies, headers } from "next/headers";
import { after } from "next/server";
import { openSession } from "@/app/auth";
import { clientInfo, readChallenge, readDevice, writeChallenge } from "@/app/session-cookie";
import { type SignInFailure, UNAVAILABLE } from "@/components/auth/sign-in-failure";
import { passkeySite } from "@/lib/accounts/passkey";
import { type SignInResult, signIn } from "@/lib/accounts/sign-in";
import { signInByPasskey } from "@/lib/accounts/sign-in-by-passkey";
import { startPasskeySignIn } from "@/lib/accounts/start-passkey";
import { recordFailedSignIn } from "@/lib/audit/record-refusal";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { logFailure } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { runtime } from "@/lib/process/runtime";

const CHALLENGES_A_MINUTE = 30;

/** Null if passkeys are not supported or the network is rate-limited. */
export async function challengePasskey(): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const { authSecret, publicUrl } = config();
  const site = passkeySite(publicUrl);
  if (site === null || authSecret === null) return null;
  const { rateLimiter, clock } = runtime();
  const { network } = clientInfo(await headers());
  const rate = await rateLimiter.take(`passkey:${network}`, CHALLENGES_A_MINUTE);
  if (!rate.isAllowed) return null;
  const options = await startPasskeySignIn(site);
  (await cookies()).set(writeChallenge("sign-in", options.challenge, clock.now()));
  return options;
}

/** Null once the response sets the session cookie. */
export async function enterByPassword(form: unknown): Promise<SignInFailure | null> {
  const [email, password] = form instanceof FormData ? [form.get("email"), form.get("password")] : [];
  if (typeof email !== "string" || typeof password !== "string") return { why: "wrong", waitSeconds: 0 };
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

/** Null once the response sets the session cookie. */
export async function enterByPasskey(answer: unknown): Promise<SignInFailure | null> {
  const site = passkeySite(config().publicUrl);
  if (site === null) return { why: "passkey_refused", waitSeconds: 0 };
  return enter("passkey", async (network) => {
    const challenge = readChallenge(await cookies(), "sign-in", runtime().clock.now());
    return signInByPasskey(runtime(), { site, challenge, answer, network });
  });
}

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
