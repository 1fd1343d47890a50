import { createHash } from "node:crypto";
import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { type SessionClaims, signIn } from "@/lib/accounts/sign-in";
import { CLIENT_ADDRESS_HEADER } from "@/lib/api/client-address";
import { runtime } from "@/lib/api/runtime";
import { config } from "@/lib/config";
import { logFailure } from "@/lib/log";

declare module "next-auth" {
  interface Session {
    claims: SessionClaims;
  }
  interface User {
    sessionVersion: number;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    sessionVersion?: number;
  }
}

const SESSION_SECONDS = 8 * 60 * 60;
const TRIES_A_MINUTE = 10;

/** What next-auth answers with when a password could not be checked at all. It never reaches an address. */
export const UNAVAILABLE = "unavailable";

/** The cookie that holds the session. The prefix has browsers refuse it from any other host and without TLS. */
export function sessionCookie() {
  const secure = config().publicUrl.startsWith("https://");
  return {
    name: secure ? "__Host-dropline-session" : "dropline-session",
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure },
  };
}

async function authorize(
  credentials: Record<"email" | "password", string> | undefined,
  request: { headers?: Record<string, unknown> | undefined },
) {
  const { email, password } = credentials ?? {};
  if (typeof email !== "string" || typeof password !== "string") return null;
  try {
    const { db, clock, rateLimiter } = runtime();
    const address = createHash("sha256").update(String(request.headers?.[CLIENT_ADDRESS_HEADER]));
    const rate = await rateLimiter.take(`sign-in:${address.digest("base64url")}`, TRIES_A_MINUTE);
    if (!rate.isAllowed) return null;
    const claims = await signIn({ db, clock }, { email, password });
    return claims === null ? null : { id: claims.userId, sessionVersion: claims.sessionVersion };
  } catch (error) {
    logFailure("sign-in failed", error);
    // next-auth makes a part of an address from the message, so it must say nothing.
    throw new Error(UNAVAILABLE);
  }
}

/** How next-auth keeps sessions: in a signed and encrypted cookie for eight hours. */
export function authOptions(): AuthOptions {
  const { authSecret, publicUrl } = config();
  const cookie = sessionCookie();
  return {
    ...(authSecret === null ? {} : { secret: authSecret }),
    providers: [Credentials({ credentials: { email: {}, password: {} }, authorize })],
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    useSecureCookies: cookie.options.secure,
    cookies: { sessionToken: cookie },
    callbacks: {
      // The form knows where it goes; next-auth need not.
      redirect: () => `${publicUrl}/sign-in`,
      jwt: ({ token, user }) => (user ? { sub: user.id, sessionVersion: user.sessionVersion } : token),
      session: ({ session, token }) => ({
        expires: session.expires,
        claims: { userId: token.sub ?? "", sessionVersion: token.sessionVersion ?? -1 },
      }),
    },
    logger: {
      // A cookie that somebody made up is no failure of ours.
      error: (code) => {
        if (code !== "JWT_SESSION_ERROR") logFailure("next-auth failed", new Error(code));
      },
      // It warns of environment variables whose values it is given here.
      warn: () => {},
      debug: () => {},
    },
  };
}
