import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from "@simplewebauthn/server";
import * as z from "zod";
import { limitPerChallenge, limitPerUnknownNetwork } from "@/lib/accounts/attempt-limit";
import { consumeAttempt } from "@/lib/accounts/consume-attempt";
import type { PasskeySite } from "@/lib/accounts/passkey";
import type { SignInResult } from "@/lib/accounts/sign-in";
import { findUser, isAccessDisabled, refundAttempt } from "@/lib/accounts/store";
import type { Context } from "@/lib/context";

const ANSWER = z.object({
  id: z
    .string()
    .max(2_000)
    .regex(/^[\w-]+$/),
  response: z.object({ userHandle: z.string().max(200).nullish() }),
});

/** A challenge can be answered once. A counter that does not grow means that the passkey was copied. */
export async function signInByPasskey(
  context: Pick<Context, "db" | "clock">,
  input: { site: PasskeySite; challenge: string | null; answer: unknown; network: string },
): Promise<SignInResult> {
  const { db, clock } = context;
  const { site, challenge } = input;
  const refused = { entrant: null, isChecked: true, waitMs: 0 };
  const parsed = ANSWER.safeParse(input.answer);
  if (challenge === null || !parsed.success) return refused;
  const network = limitPerUnknownNetwork(input.network);
  const { isAllowed, waitMs } = await consumeAttempt(context, [network]);
  if (!isAllowed) return { entrant: null, isChecked: false, waitMs };
  if (!(await consumeAttempt(context, [limitPerChallenge(challenge)])).isAllowed) return refused;
  const credentialId = new Uint8Array(Buffer.from(parsed.data.id, "base64url"));
  const passkey = await db.models.passkey.findFirst({ where: { credentialId } });
  if (passkey === null) return refused;
  const verified = await verifyAuthenticationResponse({
    // The library validates every field.
    response: input.answer as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    credential: {
      id: parsed.data.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
  }).catch(() => null);
  const handle = Buffer.from(parsed.data.response.userHandle ?? "", "base64url").toString();
  if (verified === null || !verified.verified || handle !== passkey.userId) return refused;
  const { newCounter: counter } = verified.authenticationInfo;
  const { count } = await db.models.passkey.updateMany({
    where: { id: passkey.id, counter: passkey.counter },
    data: { counter, lastUsedAt: clock.now() },
  });
  if (count === 0) return refused;
  await refundAttempt(db, network);
  const user = await findUser(db, { id: passkey.userId });
  if (user === null || isAccessDisabled(user)) return refused;
  return { entrant: { userId: user.id, passwordHash: user.passwordHash }, isChecked: true, waitMs: 0 };
}
