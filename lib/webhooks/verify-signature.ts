import { isSignedBy, readTimestamp, TOLERANCE_MS } from "@/lib/webhooks/signature";

export type SignatureProblem =
  | "header_missing"
  | "timestamp_malformed"
  | "timestamp_off"
  | "signature_wrong"
  | null;

export function verifySignature(
  given: { id: string | null; timestamp: string | null; signature: string | null; body: string },
  secret: string,
  now: Date,
): SignatureProblem {
  const { id, timestamp, signature, body } = given;
  if (!id || !timestamp || !signature) return "header_missing";
  const at = readTimestamp(timestamp);
  if (at === null) return "timestamp_malformed";
  if (Math.abs(now.getTime() - at.getTime()) > TOLERANCE_MS) return "timestamp_off";
  return isSignedBy({ id, timestamp, body }, signature, secret) ? null : "signature_wrong";
}
