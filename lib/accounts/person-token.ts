import { createHash, createHmac, randomBytes } from "node:crypto";

export const INVITATION_MS = 7 * 24 * 60 * 60_000;
export const RESET_MS = 60 * 60_000;

const SECRET = /^[A-Za-z0-9_-]{43}$/;

export function generateSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Derived from the server's secret, so that the mailing job can rebuild the link but a database reader cannot. */
export function invitationSecret(authSecret: string, invitation: { id: string; createdAt: Date }): string {
  const { id, createdAt } = invitation;
  return createHmac("sha256", authSecret)
    .update(`invitation ${id} ${createdAt.getTime()}`)
    .digest("base64url");
}

export function isWellFormedSecret(text: string): boolean {
  return SECRET.test(text);
}

export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest());
}
