import { createHash } from "node:crypto";
import type { AuthOptions } from "next-auth";
import { encode } from "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { type SessionClaims, signIn } from "@/lib/accounts/sign-in";
import { signInByEmail } from "@/lib/accounts/sign-in-by-email";
import { CLIENT_ADDRESS_HEADER } from "@/lib/api/client-address";
import { runtime } from "@/lib/api/runtime";
import { config, type OidcSettings } from "@/lib/config";
import { logFailure } from "@/lib/log";
import { localPath } from "@/lib/pages/local-path";

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

/** The cookie of a new session, for somebody who has just shown who they are. */
export async function issueSession(claims: SessionClaims) {
  const token = { sub: claims.userId, sessionVersion: claims.sessionVersion };
  const value = await encode({ token, secret: config().authSecret ?? "", maxAge: SESSION_SECONDS });
  const { name, options } = sessionCookie();
  return { name, value, ...options, maxAge: SESSION_SECONDS };
}

/** What an OpenID provider says of somebody, as far as it counts here. */
interface OidcProfile {
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
}

export const OIDC = "oidc";

/** Whoever has the verified address of somebody who exists. Anybody else has no id, and is not let in below. */
function oidcProvider({ issuer, clientId, clientSecret, name }: OidcSettings): OAuthConfig<OidcProfile> {
  return {
    id: OIDC,
    name,
    type: "oauth",
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    issuer,
    clientId,
    clientSecret,
    idToken: true,
    authorization: { params: { scope: "openid email" } },
    checks: ["pkce", "state", "nonce"],
    profile: async ({ email, email_verified: isVerified }) => {
      const isKnown = isVerified === true && typeof email === "string";
      const claims = isKnown ? await signInByEmail(runtime().db, email) : null;
      return { id: claims?.userId ?? "", sessionVersion: claims?.sessionVersion ?? -1 };
    },
  };
}

/** How next-auth keeps sessions: in a signed and encrypted cookie for eight hours. */
export function authOptions(): AuthOptions {
  const { authSecret, publicUrl, oidc } = config();
  const cookie = sessionCookie();
  return {
    ...(authSecret === null ? {} : { secret: authSecret }),
    providers: [
      Credentials({ credentials: { email: {}, password: {} }, authorize }),
      ...(oidc === null ? [] : [oidcProvider(oidc)]),
    ],
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    useSecureCookies: cookie.options.secure,
    cookies: { sessionToken: cookie },
    callbacks: {
      signIn: ({ user }) => user.id !== "",
      // The page of signing in leads on, with the path that it was asked for.
      redirect: ({ url }) => {
        const path = localPath(url.startsWith(publicUrl) ? url.slice(publicUrl.length) : url);
        return `${publicUrl}${path?.startsWith("/sign-in") ? path : "/sign-in"}`;
      },
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
