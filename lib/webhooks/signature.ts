import { createHmac } from "node:crypto";

/** The bytes that a secret `whsec_…` stands for. */
function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(secret.indexOf("_") + 1), "base64");
}

/**
 * The headers of Standard Webhooks. While a secret is being rotated there are two, and a signature by each: a
 * receiver with either is content.
 *
 * @param body the very bytes that are sent
 */
export function signedHeaders(
  message: { id: string; at: Date; body: string },
  secrets: readonly string[],
): { "webhook-id": string; "webhook-timestamp": string; "webhook-signature": string } {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac("sha256", keyOf(secret)).update(signed).digest("base64")}`,
  );
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
