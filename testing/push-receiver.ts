import { createECDH, createPublicKey, type ECDH, type JsonWebKey, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { PushMessage } from "@/lib/notify/send-push";

// The library brings no types.
const { decrypt } = createRequire(import.meta.url)("http_ece") as {
  decrypt(body: Buffer, options: { version: "aes128gcm"; privateKey: ECDH; authSecret: string }): Buffer;
};

/** A received notification, as decrypted by the browser. */
export interface ReceivedPush {
  readonly message: PushMessage;
  readonly headers: IncomingHttpHeaders;
  /** Public key that verified the sender's signature. */
  readonly senderKey: string;
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
}

/** A browser that has subscribed. */
export interface PushBrowser {
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string };
  readonly received: readonly ReceivedPush[];
}

/** A push service on this machine. It accepts only messages signed for it that its browser can decrypt. */
export interface LocalPushService {
  readonly url: string;
  /** With a sender's key, its messages alone are accepted. */
  openBrowser(senderKey?: string): PushBrowser;
  /** Sets the status of all later responses for a browser; 201 by default. */
  answer(browser: PushBrowser, status: number): void;
  close(): Promise<void>;
}

/** Starts a push service on a free port. */
export async function startPushService(): Promise<LocalPushService> {
  const browsers = new Map<
    string,
    { received: ReceivedPush[]; status: number; keys: ECDH; auth: string; senderKey: string | undefined }
  >();
  let url = "";
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const browser = browsers.get(request.url ?? "");
      if (browser === undefined || browser.status !== 201) {
        response.writeHead(browser?.status ?? 404).end();
        return;
      }
      const proof = readProof(request.headers.authorization ?? "", url);
      if (proof === null || (browser.senderKey ?? proof.senderKey) !== proof.senderKey) {
        response.writeHead(403).end();
        return;
      }
      const body = decrypt(Buffer.concat(chunks), {
        version: "aes128gcm",
        privateKey: browser.keys,
        authSecret: browser.auth,
      });
      const message = JSON.parse(body.toString()) as PushMessage;
      browser.received.push({ message, headers: request.headers, ...proof });
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const buildPath = ({ subscription }: PushBrowser) => new URL(subscription.endpoint).pathname;
  return {
    url,
    openBrowser: (senderKey) => {
      const path = `/push/${browsers.size}`;
      const keys = createECDH("prime256v1");
      const p256dh = keys.generateKeys("base64url");
      const auth = randomBytes(16).toString("base64url");
      const received: ReceivedPush[] = [];
      browsers.set(path, { received, status: 201, keys, auth, senderKey });
      return { subscription: { endpoint: url + path, p256dh, auth }, received };
    },
    answer: (browser, status) => {
      const known = browsers.get(buildPath(browser));
      if (known !== undefined) known.status = status;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Sender of a request for this service (RFC 8292); null without a valid signature. */
function readProof(header: string, audience: string): Pick<ReceivedPush, "senderKey" | "claims"> | null {
  const [, token = "", senderKey = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claimed = "", signature = ""] = token.split(".");
  const raw = Buffer.from(senderKey, "base64url");
  if (raw.length !== 65) return null;
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((part) => part.toString("base64url"));
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y } as JsonWebKey, format: "jwk" });
  const signed = Buffer.from(`${head}.${claimed}`);
  const isSigned = verify(
    "sha256",
    signed,
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const claims = JSON.parse(Buffer.from(claimed, "base64url").toString()) as ReceivedPush["claims"];
  const isCurrent = claims.exp > Date.now() / 1000 && claims.exp <= Date.now() / 1000 + 24 * 60 * 60;
  return isSigned && isCurrent && claims.aud === audience ? { senderKey, claims } : null;
}
