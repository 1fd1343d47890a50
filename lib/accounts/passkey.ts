import { createHmac, timingSafeEqual } from "node:crypto";

/** What a challenge is for: to add a passkey, or to sign in with one. */
export type ChallengePurpose = "add" | "sign-in";

/** How long a challenge can be answered. */
export const CHALLENGE_MS = 10 * 60_000;

/** Where passkeys belong to: browsers use them on this origin alone. */
export interface PasskeySite {
  readonly rpId: string;
  readonly origin: string;
}

/** The site that passkeys are made for; null where browsers make none: without TLS, except on the machine itself. */
export function passkeySite(publicUrl: string): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  if (isAddress || (protocol !== "https:" && hostname !== "localhost")) return null;
  return { rpId: hostname, origin };
}

/** A challenge as its cookie holds it: nobody else can make one, nor use it for another purpose. */
export function sealChallenge(
  authSecret: string,
  { purpose, challenge, now }: { purpose: ChallengePurpose; challenge: string; now: Date },
): string {
  const said = `${challenge}.${now.getTime() + CHALLENGE_MS}`;
  return `${said}.${proofOf(authSecret, purpose, said).toString("base64url")}`;
}

/** The challenge in a cookie; null for one that is out of date, for another purpose, or not made here. */
export function openChallenge(
  authSecret: string,
  { purpose, sealed, now }: { purpose: ChallengePurpose; sealed: string | undefined; now: Date },
): string | null {
  const [challenge = "", until = "", proof = ""] = (sealed ?? "").split(".");
  const [given, wanted] = [
    Buffer.from(proof, "base64url"),
    proofOf(authSecret, purpose, `${challenge}.${until}`),
  ];
  const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
  return isOurs && now.getTime() < Number(until) ? challenge : null;
}

function proofOf(authSecret: string, purpose: ChallengePurpose, said: string): Buffer {
  return createHmac("sha256", authSecret).update(`passkey ${purpose} ${said}`).digest();
}
