import {
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import type { PasskeySite } from "@/lib/accounts/passkey";

/** What a browser needs to sign somebody in by a passkey. It names nobody, so that it says nothing of who exists. */
export function startPasskeySignIn(site: PasskeySite): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({ rpID: site.rpId, userVerification: "required" });
}
