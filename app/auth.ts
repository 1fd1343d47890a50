import { cookies, headers } from "next/headers";
import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import {
  COOKIE_SECONDS,
  readChallenge,
  readDevice,
  sessionCookie,
  tokenOf,
  traceOf,
  writeDevice,
  writeSession,
} from "@/app/session-cookie";
import { beginSession, type Entrant } from "@/lib/accounts/begin-session";
import { findPerson } from "@/lib/accounts/find-person";
import { passkeySite } from "@/lib/accounts/passkey";
import type { Session, WayIn } from "@/lib/accounts/session";
import { type SignInAnswer, signIn } from "@/lib/accounts/sign-in";
import { signInByPasskey } from "@/lib/accounts/sign-in-by-passkey";
import { signInByProvider } from "@/lib/accounts/sign-in-by-provider";
import { config, type OidcSettings } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { chooseLocale, LOCALE_COOKIE } from "@/lib/locale/locale";
import { logFailure } from "@/lib/log";
import { localPath } from "@/lib/pages/local-path";
import { runtime } from "@/lib/process/runtime";

declare module "next-auth" {
  interface User {
    session: Session;
  }
}

/** The provider of those who sign in by a passkey. */
const PASSKEY = "passkey";

/** The error next-auth reports when a password could not be checked at all. It never reaches a URL. */
export const UNAVAILABLE = "unavailable";
/** Prefixes of the same for a refused try; the seconds until the next one follow. */
export const WRONG = "wrong-";
export const TOO_SOON = "too-soon-";

async function authorize(credentials: Record<"email" | "password", string> | undefined) {
  const { email, password } = credentials ?? {};
  if (typeof email !== "string" || typeof password !== "string") return null;
  return enter("password", async (network) => {
    const kept = await cookies();
    const findDevice = (person: { id: string; passwordHash: string }) => readDevice(kept, person);
    return signIn(runtime(), { email, password, network, findDevice });
  });
}

async function authorizePasskey(credentials: Record<"answer", string> | undefined) {
  const { publicUrl } = config();
  const site = passkeySite(publicUrl);
  if (site === null || typeof credentials?.answer !== "string") return null;
  const answer = jsonOf(credentials.answer);
  return enter("passkey", async (network) => {
    const challenge = readChallenge(await cookies(), "sign-in", runtime().clock.now());
    return signInByPasskey(runtime(), { site, challenge, answer, network });
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Begins a session for whoever an attempt lets in; throws what the attempt is answered with otherwise. */
async function enter(wayIn: WayIn, attempt: (network: string) => Promise<SignInAnswer>) {
  const { entrant, isChecked, waitMs, session } = await whileAvailable(async () => {
    const answer = await attempt(traceOf(await headers()).network);
    return { ...answer, session: answer.entrant === null ? null : await begin(answer.entrant, wayIn) };
  });
  if (entrant !== null && session !== null) return { id: entrant.userId, session };
  throw new Error(`${isChecked ? WRONG : TOO_SOON}${Math.ceil(waitMs / 1000)}`);
}

async function whileAvailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Too many sign-ins are waiting; nothing has failed.
    if (!(error instanceof DomainError)) logFailure("sign-in failed", error);
    // next-auth puts the message into a URL, so it must not say anything.
    throw new Error(UNAVAILABLE);
  }
}

/** Begins a session from where the request comes; null when the person was shut out meanwhile. */
async function begin(entrant: Entrant, wayIn: WayIn): Promise<Session | null> {
  const [sent, kept] = [await headers(), await cookies()];
  const locale = chooseLocale({
    cookie: kept.get(LOCALE_COOKIE)?.value,
    acceptLanguage: sent.get("accept-language"),
  });
  return beginSession(runtime(), entrant, { ...traceOf(sent), wayIn, locale });
}

/** Signs in somebody who has just proved who they are, and remembers their browser. */
export async function openSession(entrant: Entrant, wayIn: WayIn): Promise<void> {
  const session = await begin(entrant, wayIn);
  if (session === null) return;
  (await cookies()).set(await writeSession(session));
  await rememberDevice(entrant.userId);
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

/** Whom the callback refuses: next-auth wants somebody. */
const NOBODY = { id: "", session: { id: "", signedInAt: new Date(0), usedAt: new Date(0) } };

/** Signs in the person bound to the provider's subject. Anyone else gets an empty id, which is refused below. */
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
      return session === null ? NOBODY : { id: entrant?.userId ?? "", session };
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
      Credentials({ id: PASSKEY, credentials: { answer: {} }, authorize: authorizePasskey }),
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
      jwt: ({ token, user }) => (user ? tokenOf(user.session) : token),
    },
    logger: {
      error: (code) => logFailure("next-auth failed", new Error(code)),
      // It warns about environment variables whose values are passed in here.
      warn: () => {},
      debug: () => {},
    },
  };
}
