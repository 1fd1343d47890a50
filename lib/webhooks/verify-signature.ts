import { timingSafeEqual } from "node:crypto";
import { signedHeaders } from "@/lib/webhooks/signature";

const TOLERANCE_MS = 5 * 60_000;

/** What is wrong with a signed message; null when nothing is. */
export type SignatureProblem =
  | "header_missing"
  | "timestamp_malformed"
  | "timestamp_off"
  | "signature_wrong"
  | null;

/** Holds a message that came in against its headers, as every receiver has to. */
export function verifySignature(
  given: { id: string | null; timestamp: string | null; signature: string | null; body: string },
  secret: string,
  now: Date,
): SignatureProblem {
  const { id, timestamp, signature, body } = given;
  if (!id || !timestamp || !signature) return "header_missing";
  if (!/^\d{1,12}$/.test(timestamp)) return "timestamp_malformed";
  const at = new Date(Number(timestamp) * 1000);
  if (Math.abs(now.getTime() - at.getTime()) > TOLERANCE_MS) return "timestamp_off";
  const wanted = Buffer.from(signedHeaders({ id, at, body }, [secret])["webhook-signature"]);
  const isRight = signature.split(" ").some((one) => {
    const bytes = Buffer.from(one);
    return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
  });
  return isRight ? null : "signature_wrong";
}
