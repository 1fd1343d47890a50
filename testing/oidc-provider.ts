import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/** The person that the provider vouches for. */
export interface OidcPerson {
  /** The address by default. */
  readonly sub?: string;
  readonly email: string;
  readonly email_verified: unknown;
}

/** An OpenID provider for tests: everybody sent to it is signed in as `person` at once. */
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

const CLIENT_ID = "dropline";
const CLIENT_SECRET = "the secret of the client";

export async function openOidcProvider(): Promise<OidcProvider> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "test", alg: "RS256", use: "sig" };
  const codes = new Map<string, URLSearchParams>();

  const provider: OidcProvider = {
    issuer: "",
    env: {},
    person: { email: "", email_verified: false },
    asked: null,
    isNonceWrong: false,
    close: () => new Promise((closed) => server.close(() => closed())),
  };

  const idToken = (asked: URLSearchParams) =>
    new SignJWT({
      ...provider.person,
      nonce: provider.isNonceWrong ? "another" : asked.get("nonce"),
    })
      .setProtectedHeader({ alg: "RS256", kid: "test" })
      .setIssuer(provider.issuer)
      .setAudience(CLIENT_ID)
      .setSubject(provider.person.sub ?? provider.person.email)
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(privateKey);

  const answer = async (
    request: IncomingMessage,
  ): Promise<{ status: number; location?: string; body?: unknown }> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", provider.issuer);
    if (pathname === "/.well-known/openid-configuration") {
      return {
        status: 200,
        body: {
          issuer: provider.issuer,
          authorization_endpoint: `${provider.issuer}/authorize`,
          token_endpoint: `${provider.issuer}/token`,
          jwks_uri: `${provider.issuer}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        },
      };
    }
    if (pathname === "/keys") return { status: 200, body: { keys: [jwk] } };
    if (pathname === "/authorize") {
      provider.asked = searchParams;
      const code = randomUUID();
      codes.set(code, searchParams);
      const back = new URL(String(searchParams.get("redirect_uri")));
      back.searchParams.set("code", code);
      back.searchParams.set("state", String(searchParams.get("state")));
      return { status: 302, location: back.href };
    }
    if (pathname !== "/token") return { status: 404 };
    const form = new URLSearchParams(await readBody(request));
    const question = codes.get(String(form.get("code")));
    codes.delete(String(form.get("code")));
    const credentials = Buffer.from(
      `${CLIENT_ID}:${encodeURIComponent(CLIENT_SECRET).replaceAll("%20", "+")}`,
    );
    const verifier = createHash("sha256")
      .update(String(form.get("code_verifier")))
      .digest("base64url");
    const isRight =
      question !== undefined &&
      request.headers.authorization === `Basic ${credentials.toString("base64")}` &&
      question.get("code_challenge_method") === "S256" &&
      question.get("code_challenge") === verifier &&
      question.get("redirect_uri") === form.get("redirect_uri");
    if (!isRight) return { status: 400, body: { error: "invalid_grant" } };
    return {
      status: 200,
      body: { access_token: randomUUID(), token_type: "Bearer", id_token: await idToken(question) },
    };
  };

  const server = createServer(async (request, response) => {
    const { status, location, body } = await answer(request);
    response.writeHead(status, {
      "Content-Type": "application/json",
      ...(location === undefined ? {} : { Location: location }),
    });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(provider, {
    issuer,
    env: {
      AUTH_OIDC_ISSUER: issuer,
      AUTH_OIDC_ID: CLIENT_ID,
      AUTH_OIDC_SECRET: CLIENT_SECRET,
      AUTH_OIDC_NAME: "Shop ID",
    },
  });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
