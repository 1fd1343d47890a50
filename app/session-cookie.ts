import type { JWT } from "next-auth/jwt";
import { deviceCookieName, signDeviceCookie, verifyDeviceCookie } from "@/lib/accounts/device-cookie";
import { CHALLENGE_MS, type ChallengePurpose, openChallenge, sealChallenge } from "@/lib/accounts/passkey";
import { type ClientInfo, SESSION_MAX_AGE_MS, type Session } from "@/lib/accounts/session";
import { config } from "@/lib/config";
import type { User } from "@/lib/db/generated/client";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";

/** The secret that signs, and one that is still accepted during its rotation. */
const authSecrets = (): readonly string[] =>
  [config().authSecret, config().formerAuthSecret].filter((secret) => secret !== null);

/** Loaded with the first session, since processes that serve only the API read none. */
const loadJwt = () => import("next-auth/jwt");

async function decodeSession(token = ""): Promise<JWT | null> {
  const { decode } = await loadJwt();
  for (const secret of authSecrets()) {
    // A forged cookie is treated as missing.
    const decoded = await decode({ token, secret }).catch(() => null);
    if (decoded !== null) return decoded;
  }
  return null;
}

/** Outlives the session, so that the sign-in page can report that it ended. */
export const COOKIE_SECONDS = SESSION_MAX_AGE_MS / 1000;

const DEVICE_SECONDS = 365 * 24 * 60 * 60;

declare module "next-auth/jwt" {
  interface JWT {
    sessionId?: string;
    /** In milliseconds. */
    signedInAt?: number;
    usedAt?: number;
  }
}

/** Browsers reject a `__Host-` cookie from other hosts and without TLS. */
function getCookie(name: string) {
  const secure = config().publicUrl.startsWith("https://");
  return {
    name: secure ? `__Host-${name}` : name,
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure },
  };
}

export const sessionCookie = () => getCookie("dropline-session");

export function toToken({ id, signedInAt, usedAt }: Session) {
  return { sessionId: id, signedInAt: signedInAt.getTime(), usedAt: usedAt.getTime() };
}

export async function writeSession(session: Session) {
  const { encode } = await loadJwt();
  const secret = config().authSecret ?? "";
  const value = await encode({ token: toToken(session), secret, maxAge: COOKIE_SECONDS });
  const { name, options } = sessionCookie();
  return { name, value, ...options, maxAge: COOKIE_SECONDS };
}

/** The session is unverified until it is checked against the clock and the database. */
export async function readSession(value: string | undefined): Promise<Session | null> {
  const token = value === undefined ? null : await decodeSession(value);
  const { sessionId: id, signedInAt, usedAt } = token ?? {};
  if (id === undefined || signedInAt === undefined || usedAt === undefined) return null;
  return { id, signedInAt: new Date(signedInAt), usedAt: new Date(usedAt) };
}

export function clientInfo(headers: { get(name: string): string | null }): ClientInfo {
  return { network: String(headers.get(CLIENT_ADDRESS_HEADER)), agent: headers.get("user-agent") ?? "" };
}

type Person = Pick<User, "id" | "passwordHash">;

export function writeDevice(person: Person) {
  const { name, options } = getCookie(deviceCookieName(person.id));
  const value = signDeviceCookie(config().authSecret ?? "", person);
  return { name, value, ...options, maxAge: DEVICE_SECONDS };
}

interface Cookies {
  get(name: string): { value: string } | undefined;
}

export function readDevice(cookies: Cookies, person: Person) {
  const cookie = cookies.get(getCookie(deviceCookieName(person.id)).name)?.value;
  const ids = authSecrets().map((secret) => verifyDeviceCookie(secret, person, cookie));
  return ids.find((id) => id !== null) ?? null;
}

const challengeCookie = (purpose: ChallengePurpose) => getCookie(`dropline-passkey-${purpose}`);

export function writeChallenge(purpose: ChallengePurpose, challenge: string, now: Date) {
  const { name, options } = challengeCookie(purpose);
  const value = sealChallenge(config().authSecret ?? "", { purpose, challenge, now });
  return { name, value, ...options, sameSite: "strict" as const, maxAge: CHALLENGE_MS / 1000 };
}

export function readChallenge(cookies: Cookies, purpose: ChallengePurpose, now: Date): string | null {
  const sealed = cookies.get(challengeCookie(purpose).name)?.value;
  const challenges = authSecrets().map((secret) => openChallenge(secret, { purpose, sealed, now }));
  return challenges.find((challenge) => challenge !== null) ?? null;
}
