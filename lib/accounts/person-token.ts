import { createHash, createHmac, randomBytes } from "node:crypto";

/** How long an invitation link works, and a password reset link. */
export const INVITATION_MS = 7 * 24 * 60 * 60_000;
export const RESET_MS = 60 * 60_000;

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A new secret for a link: 256 random bits as 43 characters of base64url. */
export function generateSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The secret of an invitation's link, derived from its row and the key that signs sessions: the job that mails the link
 * can make it again, and somebody who only reads the database cannot.
 */
export function invitationSecret(authSecret: string, invitation: { id: string; createdAt: Date }): string {
  const { id, createdAt } = invitation;
  return createHmac("sha256", authSecret)
    .update(`invitation ${id} ${createdAt.getTime()}`)
    .digest("base64url");
}

/** Whether a text has the form of a secret; anything else need not be looked up. */
export function isWellFormedSecret(text: string): boolean {
  return SECRET.test(text);
}

/** What is stored of a secret. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest());
}
