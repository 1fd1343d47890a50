import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

/** Request of a page to an authenticator, possibly forged. */
interface CeremonyRequest {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
}

/** A device with one passkey, which responds in WebAuthn's format. */
export class Authenticator {
  readonly id = randomBytes(16);
  counter = 0;
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });

  register({ challenge, origin, rpId }: CeremonyRequest): RegistrationResponseJSON {
    const authData = Buffer.concat([
      this.#head(rpId, PRESENT_AND_VERIFIED | WITH_CREDENTIAL),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#coseKey(),
    ]);
    // {"fmt": "none", "attStmt": {}, "authData": bytes} in CBOR.
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from("fmt"),
      Buffer.from([0x64]),
      Buffer.from("none"),
      Buffer.from([0x67]),
      Buffer.from("attStmt"),
      Buffer.from([0xa0, 0x68]),
      Buffer.from("authData"),
      Buffer.from([0x58, authData.length]),
      authData,
    ]);
    return {
      id: base64url(this.id),
      rawId: base64url(this.id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData("webauthn.create", challenge, origin)),
        attestationObject: base64url(attestation),
        transports: ["internal"],
      },
    };
  }

  answer({ challenge, origin, rpId }: CeremonyRequest, userId: string): AuthenticationResponseJSON {
    this.counter += 1;
    const authData = this.#head(rpId, PRESENT_AND_VERIFIED);
    const data = clientData("webauthn.get", challenge, origin);
    const signature = createSign("sha256")
      .update(Buffer.concat([authData, sha256(data)]))
      .sign(this.#keys.privateKey);
    return {
      id: base64url(this.id),
      rawId: base64url(this.id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: base64url(Buffer.from(userId)),
      },
    };
  }

  #head(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  /** {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR: a key of P-256 for ES256. */
  #coseKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, "base64url"),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, "base64url"),
    ]);
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
