import { type RegistrationResponseJSON, verifyRegistrationResponse } from "@simplewebauthn/server";
import { limitPerChallenge } from "@/lib/accounts/attempt-limit";
import type { SessionUser } from "@/lib/accounts/check-session";
import { consumeAttempt } from "@/lib/accounts/consume-attempt";
import type { PasskeySite } from "@/lib/accounts/passkey";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

/** @throws DomainError PASSKEY_REFUSED for a wrong or used challenge, another site or a known credential */
export async function addPasskey(
  context: Pick<Context, "db" | "clock">,
  who: SessionUser,
  input: { site: PasskeySite; challenge: string | null; response: unknown; name: string },
): Promise<void> {
  const { site, challenge, name } = input;
  if (challenge === null || !(await consumeAttempt(context, [limitPerChallenge(challenge)])).isAllowed) {
    throw new DomainError("PASSKEY_REFUSED");
  }
  const verified = await verifyRegistrationResponse({
    // The library validates every field.
    response: input.response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
  }).catch(() => null);
  if (verified === null || !verified.verified) throw new DomainError("PASSKEY_REFUSED");
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
  const { count } = await context.db.models.passkey.createMany({
    data: {
      userId: who.userId,
      credentialId: new Uint8Array(Buffer.from(id, "base64url")),
      publicKey: new Uint8Array(publicKey),
      counter,
      transports: transports ?? [],
      name,
      createdAt: context.clock.now(),
    },
    skipDuplicates: true,
  });
  if (count === 0) throw new DomainError("PASSKEY_REFUSED");
}
