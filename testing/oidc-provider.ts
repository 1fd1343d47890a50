import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-expect-error The package has no type declarations.
import { Provider as Server } from "oidc-provider";

/** The user whom the provider authenticates. */
export interface OidcPerson {
  /** The email by default. */
  readonly sub?: string;
  readonly email: string;
  readonly email_verified: unknown;
}

/** An OpenID provider for tests: every user sent to it is signed in as `person` at once. */
export interface OidcProvider {
  readonly issuer: string;
  readonly env: Record<string, string>;
  person: OidcPerson;
  /** The parameters of the latest sign-in. */
  asked: URLSearchParams | null;
  /** Whether to return another nonce than the requested one. */
  isNonceWrong: boolean;
  close(): Promise<void>;
}

interface Context {
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
  };
}

interface Grant {
  addOIDCScope(scope: string): void;
  save(): Promise<string>;
}

/** The part of the package's provider that is used here. */
interface ServerInstance {
  readonly Grant: new (owner: { clientId: string; accountId: string }) => Grant;
  callback(): RequestListener;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: unknown): Promise<void>;
  on(event: "server_error", report: (context: Context, error: Error) => void): void;
}

const CLIENT_ID = "dropline";
const CLIENT_SECRET = "the secret of the client";
const SCOPE = "openid email";
const TTL_SECONDS = 300;

// The package calls it, and Node 20 lacks it.
URL.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);

export async function openOidcProvider(): Promise<OidcProvider> {
  const http = createServer();
  await new Promise<void>((ready) => http.listen(0, "127.0.0.1", ready));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

  const provider: OidcProvider = {
    issuer,
    env: {
      AUTH_OIDC_ISSUER: issuer,
      AUTH_OIDC_ID: CLIENT_ID,
      AUTH_OIDC_SECRET: CLIENT_SECRET,
      AUTH_OIDC_NAME: "Shop ID",
    },
    person: { email: "", email_verified: false },
    asked: null,
    isNonceWrong: false,
    close: () => new Promise((closed) => http.close(() => closed())),
  };

  const server: ServerInstance = new Server(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        // Only native clients may use a loopback URL with any port.
        application_type: "native",
        redirect_uris: ["http://localhost/api/auth/callback/oidc"],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "test", alg: "RS256", use: "sig" }] },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    // The claims of a scope are in the ID token too, as with most large providers.
    conformIdTokenClaims: false,
    cookies: { keys: ["a key"] },
    features: { devInteractions: { enabled: false } },
    ttl: Object.fromEntries(
      ["AccessToken", "Grant", "IdToken", "Interaction", "Session"].map((name) => [name, TTL_SECONDS]),
    ),
    interactions: { url: () => "/sign-in" },
    findAccount: (_: Context, accountId: string) => ({
      accountId,
      claims: () => ({ ...provider.person, sub: accountId }),
    }),
    loadExistingGrant: async ({ oidc: { client, session } }: Context) => {
      const grant = new server.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
  });
  server.on("server_error", (_, error) => {
    throw error;
  });

  const serve = server.callback();
  http.on("request", async (request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    if (url.pathname === "/sign-in") {
      const accountId = provider.person.sub ?? provider.person.email ?? "unknown";
      return server.interactionFinished(request, response, { login: { accountId }, consent: {} });
    }
    if (url.pathname === "/auth") {
      provider.asked = new URLSearchParams(url.searchParams);
      if (provider.isNonceWrong) url.searchParams.set("nonce", "another");
      request.url = url.pathname + url.search;
    }
    serve(request, response);
  });
  return provider;
}
