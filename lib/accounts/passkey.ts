import { createHmac } from "node:crypto";
import { isEqualSecret } from "@/lib/is-equal-secret";

export type ChallengePurpose = "add" | "sign-in";

export const CHALLENGE_MS = 10 * 60_000;

export type PasskeySite = NonNullable<ReturnType<typeof passkeySite>>;

/** Null where browsers do not support passkeys: without TLS, except on localhost. */
export function passkeySite(publicUrl: string) {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  if (isAddress || (protocol !== "https:" && hostname !== "localhost")) return null;
  return { rpId: hostname, origin };
}

export function sealChallenge(
  authSecret: string,
  { purpose, challenge, now }: { purpose: ChallengePurpose; challenge: string; now: Date },
): string {
  const output = `${challenge}.${now.getTime() + CHALLENGE_MS}`;
  return `${output}.${computeProof(authSecret, purpose, output).toString("base64url")}`;
}

export function openChallenge(
  authSecret: string,
  { purpose, sealed, now }: { purpose: ChallengePurpose; sealed: string | undefined; now: Date },
): string | null {
  const [challenge = "", until = "", proof = ""] = (sealed ?? "").split(".");
  const expectedProof = computeProof(authSecret, purpose, `${challenge}.${until}`);
  const isOurs = isEqualSecret(Buffer.from(proof, "base64url"), expectedProof);
  return isOurs && now.getTime() < Number(until) ? challenge : null;
}

function computeProof(authSecret: string, purpose: ChallengePurpose, said: string): Buffer {
  return createHmac("sha256", authSecret).update(`passkey ${purpose} ${said}`).digest();
}
