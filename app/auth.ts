import { cookies } from "next/headers";
import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import {
  COOKIE_SECONDS,
  readDevice,
  sessionCookie,
  tokenOf,
  writeDevice,
  writeSession,
} from "@/app/session-cookie";
import { findPerson } from "@/lib/accounts/find-person";
import { type SessionClaims, signIn } from "@/lib/accounts/sign-in";
import { signInByEmail } from "@/lib/accounts/sign-in-by-email";
import { config, type OidcSettings } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import { logFailure } from "@/lib/log";
import { localPath } from "@/lib/pages/local-path";
import { runtime } from "@/lib/process/runtime";

declare module "next-auth" {
  interface User {
    sessionVersion: number;
  }
}

/** The error next-auth reports when a password could not be checked at all. It never reaches a URL. */
export const UNAVAILABLE = "unavailable";
/** Prefixes of the same for a refused try; the seconds until the next one follow. */
export const WRONG = "wrong-";
export const TOO_SOON = "too-soon-";

async function authorize(
  credentials: Record<"email" | "password", string> | undefined,
  request: { headers?: Record<string, unknown> | undefined },
) {
  const { email, password } = credentials ?? {};
  if (typeof email !== "string" || typeof password !== "string") return null;
  const answer = await tryPassword(email, password, String(request.headers?.[CLIENT_ADDRESS_HEADER]));
  const { claims, isChecked, waitMs } = answer;
  if (claims !== null) return { id: claims.userId, sessionVersion: claims.sessionVersion };
  throw new Error(`${isChecked ? WRONG : TOO_SOON}${Math.ceil(waitMs / 1000)}`);
}

async function tryPassword(email: string, password: string, network: string) {
  try {
    const { db, clock } = runtime();
    const kept = await cookies();
    const findDevice = (person: { id: string; passwordHash: string }) => readDevice(kept, person);
    return await signIn({ db, clock }, { email, password, network, findDevice });
  } catch (error) {
    // Too many sign-ins are waiting; nothing has failed.
    if (!(error instanceof DomainError)) logFailure("sign-in failed", error);
    // next-auth puts the message into a URL, so it must not say anything.
    throw new Error(UNAVAILABLE);
  }
}

/** Signs in somebody who has just proved who they are, and remembers their browser. */
export async function beginSession(claims: SessionClaims): Promise<void> {
  const now = runtime().clock.now();
  (await cookies()).set(await writeSession({ ...claims, signedInAt: now, usedAt: now }));
  await rememberDevice(claims.userId);
}

/** Remembers the current browser as one this person uses. */
export async function rememberDevice(userId: string): Promise<void> {
  const person = await findPerson(runtime().db, userId);
  if (person !== null) (await cookies()).set(writeDevice(person));
}

/** The part of an OpenID profile that matters here. */
interface OidcProfile {
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
}

export const OIDC = "oidc";

/**
 * Signs in the person whose verified email the provider returns. Anyone else gets an empty id, which is refused below.
 */
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

/** Configures next-auth: sessions live in a signed and encrypted cookie, whose token holds its expiry. */
export function authOptions(): AuthOptions {
  const { authSecret, publicUrl, oidc } = config();
  const cookie = sessionCookie();
  return {
    ...(authSecret === null ? {} : { secret: authSecret }),
    providers: [
      Credentials({ credentials: { email: {}, password: {} }, authorize }),
      ...(oidc === null ? [] : [oidcProvider(oidc)]),
    ],
    session: { strategy: "jwt", maxAge: COOKIE_SECONDS },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    useSecureCookies: cookie.options.secure,
    cookies: { sessionToken: cookie },
    callbacks: {
      signIn: async ({ user }) => {
        if (user.id !== "") await rememberDevice(user.id);
        return user.id !== "";
      },
      // The sign-in page forwards to the path it was opened with.
      redirect: ({ url }) => {
        const path = localPath(url.startsWith(publicUrl) ? url.slice(publicUrl.length) : url);
        return `${publicUrl}${path?.startsWith("/sign-in") ? path : "/sign-in"}`;
      },
      jwt: ({ token, user }) => {
        if (!user) return token;
        const now = runtime().clock.now();
        return tokenOf({
          userId: user.id,
          sessionVersion: user.sessionVersion,
          signedInAt: now,
          usedAt: now,
        });
      },
    },
    logger: {
      error: (code) => logFailure("next-auth failed", new Error(code)),
      // It warns about environment variables whose values are passed in here.
      warn: () => {},
      debug: () => {},
    },
  };
}
