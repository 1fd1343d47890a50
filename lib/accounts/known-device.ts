import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Who a device may be known to belong to. */
interface DevicePerson {
  readonly id: string;
  readonly passwordHash: string;
}

const ID = /^[A-Za-z0-9_-]{22}$/;

/** Under which name a browser keeps that somebody has signed in with it; one that several people use keeps each. */
export function deviceCookieName(userId: string): string {
  return `dropline-device-${createHash("sha256").update(userId).digest("hex").slice(0, 16)}`;
}

/**
 * What a browser keeps once somebody has signed in with it: a number of its own, and a proof that nobody else can
 * make. The proof is of the present password, so a new one ends it and no table is needed.
 */
export function markDevice(authSecret: string, person: DevicePerson): string {
  const id = randomBytes(16).toString("base64url");
  return `${id}.${proofOf(authSecret, person, id).toString("base64url")}`;
}

/** The number of a device with which this person has signed in before, by its cookie; null for any other. */
export function knownDevice(
  authSecret: string,
  person: DevicePerson,
  cookie: string | undefined,
): string | null {
  const [id = "", proof = ""] = (cookie ?? "").split(".");
  const [given, wanted] = [Buffer.from(proof, "base64url"), proofOf(authSecret, person, id)];
  const isKnown = ID.test(id) && given.length === wanted.length && timingSafeEqual(given, wanted);
  return isKnown ? id : null;
}

function proofOf(authSecret: string, { id, passwordHash }: DevicePerson, deviceId: string): Buffer {
  return createHmac("sha256", authSecret).update(`device ${deviceId} ${id} ${passwordHash}`).digest();
}
