import { cookies, headers } from "next/headers";
import type { AuthOptions } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import {
  COOKIE_SECONDS,
  clientInfo,
  sessionCookie,
  toToken,
  writeDevice,
  writeSession,
} from "@/app/session-cookie";
import { findPerson } from "@/lib/accounts/list-people";
import type { Session, SignInMethod } from "@/lib/accounts/session";
import { signInByProvider } from "@/lib/accounts/sign-in-by-provider";
import { type AuthenticatedUser, startSession } from "@/lib/accounts/start-session";
import { config, type OidcSettings } from "@/lib/config";
import type { Queryable } from "@/lib/db/client";
import { localPath } from "@/lib/http/local-path";
import { chooseLocale, LOCALE_COOKIE } from "@/lib/locale/locale";
import { logFailure } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { getDefaultLocale } from "@/lib/process/get-default-locale";
import { runtime } from "@/lib/process/runtime";

declare module "next-auth" {
  interface User {
    session: Session;
  }
}

/** Returns null if the user was disabled in the meantime. */
async function begin(
  entrant: AuthenticatedUser,
  wayIn: SignInMethod,
  db: Queryable = runtime().db,
): Promise<Session | null> {
  const [sent, kept] = [await headers(), await cookies()];
  const locale = chooseLocale(
    {
      cookie: kept.get(LOCALE_COOKIE)?.value,
      acceptLanguage: sent.get("accept-language"),
    },
    getDefaultLocale(),
  );
  return startSession({ db, clock: runtime().clock }, entrant, { ...clientInfo(sent), wayIn, locale });
}

/** @param db an action's, to record the session with the action @returns false if the user was disabled in the meantime */
export async function openSession(
  entrant: AuthenticatedUser,
  wayIn: SignInMethod,
  db?: Queryable,
): Promise<boolean> {
  const session = await begin(entrant, wayIn, db);
  if (session === null) return false;
  await rememberDevice(entrant.userId);
  (await cookies()).set(await writeSession(session));
  return true;
}

export async function rememberDevice(userId: string): Promise<void> {
  const person = await findPerson(runtime().db, userId);
  if (person !== null) (await cookies()).set(writeDevice(person));
}

interface OidcProfile {
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
}

export const OIDC = "oidc";

/** next-auth requires a user object, so a refused user has an empty id. */
const NOBODY = { id: "", session: { id: "", signedInAt: new Date(0), usedAt: new Date(0) } };

function oidcProvider(settings: OidcSettings): OAuthConfig<OidcProfile> {
  const { issuer, clientId, clientSecret, name } = settings;
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
    profile: async ({ sub: subject, email, email_verified: isVerified }) => {
      const isKnown = isVerified === true && typeof email === "string";
      const identity = { issuer, subject, verifiedEmail: isKnown ? email : null };
      const entrant = await signInByProvider(runtime().db, identity, settings);
      const session = entrant === null ? null : await begin(entrant, "oidc");
      if (session === null) metrics().signInFailures.inc({ method: "oidc" });
      return session === null ? NOBODY : { id: entrant?.userId ?? "", session };
    },
  };
}

/** The session is a signed, encrypted cookie whose token contains its expiry. */
export function authOptions(): AuthOptions {
  const { authSecret, publicUrl, oidc } = config();
  const cookie = sessionCookie();
  return {
    ...(authSecret === null ? {} : { secret: authSecret }),
    providers: oidc === null ? [] : [oidcProvider(oidc)],
    session: { strategy: "jwt", maxAge: COOKIE_SECONDS },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    useSecureCookies: cookie.options.secure,
    cookies: { sessionToken: cookie },
    callbacks: {
      signIn: async ({ user }) => {
        if (user.id !== "") await rememberDevice(user.id);
        return user.id !== "";
      },
      // The sign-in page redirects to the path that was requested before sign-in.
      redirect: ({ url }) => {
        const path = localPath(url.startsWith(publicUrl) ? url.slice(publicUrl.length) : url);
        return `${publicUrl}${path?.startsWith("/sign-in") ? path : "/sign-in"}`;
      },
      jwt: ({ token, user }) => (user ? toToken(user.session) : token),
    },
    logger: {
      error: (code) => logFailure("next-auth failed", new Error(code)),
      // next-auth warns about environment variables whose values are passed as options here.
      warn: () => {},
      debug: () => {},
    },
  };
}
