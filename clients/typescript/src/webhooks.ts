import type { Event } from "./schema.js";

export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

/** A `Headers` object, or Node's `request.headers`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const MAX_AGE_SECONDS = 300;

/**
 * Returns the event of a request to your webhook URL.
 * @param body the body exactly as received, before `JSON.parse`
 * @param secret the endpoint's secret, `whsec_…`
 * @throws WebhookVerificationError if none of its signatures is by this secret, or it is older than five minutes
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array<ArrayBuffer>,
  secret: string,
): Promise<Event> {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) => {
    const value = headers instanceof Headers ? headers.get(`webhook-${name}`) : headers[`webhook-${name}`];
    if (typeof value !== "string")
      throw new WebhookVerificationError(`The header webhook-${name} is missing`);
    return value;
  }) as [string, string, string];
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || ageSeconds > MAX_AGE_SECONDS)
    throw new WebhookVerificationError("The webhook's timestamp is not within five minutes of now");
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const bytes = decodeBase64(secret.replace(/^whsec_/, ""));
  if (bytes === null) throw new TypeError("The secret is not base64");
  const key = await crypto.subtle.importKey("raw", bytes, hmac, false, ["verify"]);
  for (const signature of signatures.split(" ")) {
    const mac = signature.startsWith("v1,") ? decodeBase64(signature.slice(3)) : null;
    // Compares in constant time.
    if (mac !== null && (await crypto.subtle.verify(hmac, key, mac, signed))) return JSON.parse(text);
  }
  throw new WebhookVerificationError("No signature of the webhook is by this secret");
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/**
 * Whether an event is newer than the last one you processed of the same order, whose `sequence` you stored. Webhooks
 * can arrive twice and in any order.
 */
export function isNewer(event: Event, lastSequence: number | null | undefined): boolean {
  // Positions have the sequence of the order's latest event.
  const sequence = event.event === "driver.location_updated" ? event.sequence + 1 : event.sequence;
  return sequence > (lastSequence ?? 0);
}
