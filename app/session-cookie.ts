import { decode, encode } from "next-auth/jwt";
import { deviceCookieName, knownDevice, markDevice } from "@/lib/accounts/known-device";
import { LONGEST_MS, type Session } from "@/lib/accounts/session";
import { config } from "@/lib/config";
import type { User } from "@/lib/db/generated/client";

/** For how long browsers keep the cookie: past the session's own end, so that the page of signing in can tell of it. */
export const COOKIE_SECONDS = LONGEST_MS / 1000;

const DEVICE_SECONDS = 365 * 24 * 60 * 60;

declare module "next-auth/jwt" {
  interface JWT {
    sessionVersion?: number;
    /** Milliseconds. */
    signedInAt?: number;
    usedAt?: number;
  }
}

/** Browsers refuse a cookie with the prefix from any other host and without TLS. */
function cookieOf(name: string) {
  const secure = config().publicUrl.startsWith("https://");
  return {
    name: secure ? `__Host-${name}` : name,
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure },
  };
}

/** The cookie that holds the session. */
export const sessionCookie = () => cookieOf("dropline-session");

/** What the session's token says. */
export function tokenOf({ userId, sessionVersion, signedInAt, usedAt }: Session) {
  return { sub: userId, sessionVersion, signedInAt: signedInAt.getTime(), usedAt: usedAt.getTime() };
}

/** The cookie of a session. */
export async function writeSession(session: Session) {
  const secret = config().authSecret ?? "";
  const value = await encode({ token: tokenOf(session), secret, maxAge: COOKIE_SECONDS });
  const { name, options } = sessionCookie();
  return { name, value, ...options, maxAge: COOKIE_SECONDS };
}

/** The session that a cookie tells of, which counts for nothing until it is held against the clock and the database. */
export async function readSession(value: string | undefined): Promise<Session | null> {
  const { authSecret } = config();
  if (authSecret === null || value === undefined) return null;
  // A cookie that somebody made up is none.
  const token = await decode({ token: value, secret: authSecret }).catch(() => null);
  const { sub, sessionVersion, signedInAt, usedAt } = token ?? {};
  if (sub === undefined || sessionVersion === undefined) return null;
  if (signedInAt === undefined || usedAt === undefined) return null;
  return { userId: sub, sessionVersion, signedInAt: new Date(signedInAt), usedAt: new Date(usedAt) };
}

type Person = Pick<User, "id" | "passwordHash">;

/** The cookie by which this browser is known to be one that the person has signed in with. */
export function writeDevice(person: Person) {
  const { name, options } = cookieOf(deviceCookieName(person.id));
  const value = markDevice(config().authSecret ?? "", person);
  return { name, value, ...options, maxAge: DEVICE_SECONDS };
}

/** The number of the browser that has these cookies, where the person has signed in with it; null for any other. */
export function readDevice(cookies: { get(name: string): { value: string } | undefined }, person: Person) {
  const { authSecret } = config();
  const { name } = cookieOf(deviceCookieName(person.id));
  return authSecret === null ? null : knownDevice(authSecret, person, cookies.get(name)?.value);
}
