import {
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import type { PasskeySite } from "@/lib/accounts/passkey";

/** Names no credentials, so it reveals no user. */
export function startPasskeySignIn(site: PasskeySite): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({ rpID: site.rpId, userVerification: "required" });
}
