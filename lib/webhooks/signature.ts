import { createHmac } from "node:crypto";
import { isEqualSecret } from "@/lib/is-equal-secret";

export const TOLERANCE_MS = 5 * 60_000;

export interface SignedMessage {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string;
}

function signMessage({ id, timestamp, body }: SignedMessage, secret: string): string {
  const signed = `${id}.${timestamp}.${body}`;
  const key = Buffer.from(secret.slice(secret.indexOf("_") + 1), "base64");
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

export function readTimestamp(text: string): Date | null {
  return /^\d{1,12}$/.test(text) ? new Date(Number(text) * 1000) : null;
}

export function isSignedBy(message: SignedMessage, signatures: string, secret: string): boolean {
  const expected = signMessage(message, secret);
  return signatures.split(" ").some((one) => isEqualSecret(one, expected));
}

/** Standard Webhooks. During a rotation there is a signature by each secret, so receivers with either accept. */
export function signedHeaders(
  message: { id: string; at: Date; body: string },
  secrets: readonly string[],
): { "webhook-id": string; "webhook-timestamp": string; "webhook-signature": string } {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const signatures = secrets.map((secret) =>
    signMessage({ id: message.id, timestamp, body: message.body }, secret),
  );
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

export function verifySignature(
  given: { id: string | null; timestamp: string | null; signature: string | null; body: string },
  secret: string,
  now: Date,
) {
  const { id, timestamp, signature, body } = given;
  if (!id || !timestamp || !signature) return "header_missing";
  const at = readTimestamp(timestamp);
  if (at === null) return "timestamp_malformed";
  if (Math.abs(now.getTime() - at.getTime()) > TOLERANCE_MS) return "timestamp_off";
  return isSignedBy({ id, timestamp, body }, signature, secret) ? null : "signature_wrong";
}
