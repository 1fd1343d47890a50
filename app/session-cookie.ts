import { decode, encode } from "next-auth/jwt";
import { deviceCookieName, knownDevice, markDevice } from "@/lib/accounts/known-device";
import { LONGEST_MS, type Session } from "@/lib/accounts/session";
import { config } from "@/lib/config";
import type { User } from "@/lib/db/generated/client";

/**
 * How long browsers keep the cookie: longer than the session itself, so that the sign-in page can say that it ended.
 */
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

/** Names a cookie. With the `__Host-` prefix, browsers refuse it from any other host and without TLS. */
function cookieOf(name: string) {
  const secure = config().publicUrl.startsWith("https://");
  return {
    name: secure ? `__Host-${name}` : name,
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure },
  };
}

export const sessionCookie = () => cookieOf("dropline-session");

/** Returns the claims that the session's token holds. */
export function tokenOf({ userId, sessionVersion, signedInAt, usedAt }: Session) {
  return { sub: userId, sessionVersion, signedInAt: signedInAt.getTime(), usedAt: usedAt.getTime() };
}

export async function writeSession(session: Session) {
  const secret = config().authSecret ?? "";
  const value = await encode({ token: tokenOf(session), secret, maxAge: COOKIE_SECONDS });
  const { name, options } = sessionCookie();
  return { name, value, ...options, maxAge: COOKIE_SECONDS };
}

/** Returns the session that a cookie claims. It counts for nothing until checked against the clock and the database. */
export async function readSession(value: string | undefined): Promise<Session | null> {
  const { authSecret } = config();
  if (authSecret === null || value === undefined) return null;
  // A forged cookie counts as none.
  const token = await decode({ token: value, secret: authSecret }).catch(() => null);
  const { sub, sessionVersion, signedInAt, usedAt } = token ?? {};
  if (sub === undefined || sessionVersion === undefined) return null;
  if (signedInAt === undefined || usedAt === undefined) return null;
  return { userId: sub, sessionVersion, signedInAt: new Date(signedInAt), usedAt: new Date(usedAt) };
}

type Person = Pick<User, "id" | "passwordHash">;

/** Returns the cookie that marks this browser as one the person has signed in with. */
export function writeDevice(person: Person) {
  const { name, options } = cookieOf(deviceCookieName(person.id));
  const value = markDevice(config().authSecret ?? "", person);
  return { name, value, ...options, maxAge: DEVICE_SECONDS };
}

/** Returns the number of the browser with these cookies, if the person has signed in with it; otherwise null. */
export function readDevice(cookies: { get(name: string): { value: string } | undefined }, person: Person) {
  const { authSecret } = config();
  const { name } = cookieOf(deviceCookieName(person.id));
  return authSecret === null ? null : knownDevice(authSecret, person, cookies.get(name)?.value);
}
