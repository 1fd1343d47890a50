import { createHash, createHmac, randomBytes } from "node:crypto";
import { isEqualSecret } from "@/lib/is-equal-secret";

interface DevicePerson {
  readonly id: string;
  readonly passwordHash: string;
}

const ID = /^[A-Za-z0-9_-]{22}$/;

/** One cookie per user, since browsers may be shared. */
export function deviceCookieName(userId: string): string {
  return `dropline-device-${createHash("sha256").update(userId).digest("hex").slice(0, 16)}`;
}

/** Depends on the password hash, so a new password invalidates it and no table is needed. */
export function signDeviceCookie(authSecret: string, person: DevicePerson): string {
  const id = randomBytes(16).toString("base64url");
  return `${id}.${computeProof(authSecret, person, id).toString("base64url")}`;
}

export function verifyDeviceCookie(
  authSecret: string,
  person: DevicePerson,
  cookie: string | undefined,
): string | null {
  const [id = "", proof = ""] = (cookie ?? "").split(".");
  const proofBytes = Buffer.from(proof, "base64url");
  return ID.test(id) && isEqualSecret(proofBytes, computeProof(authSecret, person, id)) ? id : null;
}

function computeProof(authSecret: string, { id, passwordHash }: DevicePerson, deviceId: string): Buffer {
  return createHmac("sha256", authSecret).update(`device ${deviceId} ${id} ${passwordHash}`).digest();
}
