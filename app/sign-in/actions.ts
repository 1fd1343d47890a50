"use server";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { cookies, headers } from "next/headers";
import { traceOf, writeChallenge } from "@/app/session-cookie";
import { passkeySite } from "@/lib/accounts/passkey";
import { startPasskeySignIn } from "@/lib/accounts/start-passkey-sign-in";
import { config } from "@/lib/config";
import { runtime } from "@/lib/process/runtime";

const CHALLENGES_A_MINUTE = 30;

/** Gives this browser a challenge for a passkey; null where there are none, or when it has asked too often. */
export async function challengePasskey(): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const { authSecret, publicUrl } = config();
  const site = passkeySite(publicUrl);
  if (site === null || authSecret === null) return null;
  const { rateLimiter, clock } = runtime();
  const { network } = traceOf(await headers());
  const rate = await rateLimiter.take(`passkey:${network}`, CHALLENGES_A_MINUTE);
  if (!rate.isAllowed) return null;
  const options = await startPasskeySignIn(site);
  (await cookies()).set(writeChallenge("sign-in", options.challenge, clock.now()));
  return options;
}
