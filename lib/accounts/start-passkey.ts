import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import type { SessionUser } from "@/lib/accounts/check-session";
import { confirmPassword } from "@/lib/accounts/confirm-password";
import type { PasskeySite } from "@/lib/accounts/passkey";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

const MAX_PASSKEYS = 20;

/** The passkey outlives the session. @throws DomainError PASSWORD_WRONG, TOO_MANY_PASSKEYS */
export async function startPasskey(
  context: Pick<Context, "db" | "clock">,
  who: SessionUser,
  { site, password }: { site: PasskeySite; password: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  await confirmPassword(context, who, password);
  const known = await context.db.models.passkey.findMany({
    where: { userId: who.userId },
    select: { credentialId: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  if (known.length >= MAX_PASSKEYS) throw new DomainError("TOO_MANY_PASSKEYS");
  return generateRegistrationOptions({
    rpName: "Dropline",
    rpID: site.rpId,
    userName: who.email,
    userDisplayName: who.name ?? who.email,
    userID: new TextEncoder().encode(who.userId),
    excludeCredentials: known.map(({ credentialId }) => ({
      id: Buffer.from(credentialId).toString("base64url"),
    })),
    // Sign-in asks only for the passkey, so it must identify and verify the user.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Names no credentials, so it reveals no user. */
export function startPasskeySignIn(site: PasskeySite): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({ rpID: site.rpId, userVerification: "required" });
}
