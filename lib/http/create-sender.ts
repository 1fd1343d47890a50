import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns";
import { isIP } from "node:net";
import { Agent, buildConnector, type Dispatcher, request } from "undici";
import { findFailure, type SendFailure, type SendResult, TIMEOUT_MS } from "@/lib/http/send-result";
import { getHost, isPublicAddress, readTarget, type TargetPolicy } from "@/lib/http/target";

const READ_BYTES = 64 * 1024;
const KEPT_BYTES = 4 * 1024;

export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface OutgoingRequest {
  readonly url: string;
  readonly method?: "POST" | "PUT" | "GET";
  readonly isLive: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a GET. */
  readonly body: string | Uint8Array | null;
}

export interface Sender {
  /** @throws the signal's reason when aborted */
  send(request: OutgoingRequest, signal?: AbortSignal, timeoutMs?: number): Promise<SendResult>;
  close(): Promise<void>;
}

class AddressRefusedError extends Error {
  readonly code = "ADDRESS_REFUSED";
}

/** Resolves names only when connecting and refuses private addresses, which prevents DNS rebinding. */
export function createSender(policy: TargetPolicy, lookup: Lookup = systemLookup as Lookup): Sender {
  const isAllowed = (address: string | undefined): boolean =>
    policy.allowPrivate || (address !== undefined && isPublicAddress(address));

  const connector = buildConnector({
    timeout: TIMEOUT_MS,
    lookup: (hostname, options, callback) => {
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return callback(error, []);
        if (addresses.length === 0 || addresses.some(({ address }) => !isAllowed(address))) {
          return callback(new AddressRefusedError(), []);
        }
        if (options.all === true) return callback(null, addresses);
        const [first] = addresses;
        return callback(null, first?.address ?? "", first?.family);
      });
    },
  });

  const agent = new Agent({
    // A new connection for each request: a kept-alive one may be dead, and its failure would count as an attempt.
    pipelining: 0,
    connect: (options, callback) => {
      // Node does not look up a literal IP address.
      if (isIP(options.hostname) !== 0 && !isAllowed(options.hostname)) {
        return callback(new AddressRefusedError(), null);
      }
      connector(options, (error, socket) => {
        if (error !== null) return callback(error, null);
        if (isAllowed(socket.remoteAddress)) return callback(null, socket);
        socket.destroy();
        return callback(new AddressRefusedError(), null);
      });
    },
  });

  return {
    send: async ({ url, method = "POST", isLive, headers, body }, signal, timeoutMs = TIMEOUT_MS) => {
      const startedAt = performance.now();
      const ended = (part: Partial<SendResult>): SendResult => ({
        status: null,
        failure: null,
        detail: null,
        retryAfter: null,
        response: null,
        ...part,
        durationMs: Math.round(performance.now() - startedAt),
      });
      const target = readTarget(url, policy, isLive);
      if ("problem" in target) return ended({ failure: "address" });
      const deadline = AbortSignal.timeout(timeoutMs);
      try {
        const answer = await request(target.url, {
          method,
          headers,
          body,
          dispatcher: agent,
          signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
        });
        const retryAfter = [answer.headers["retry-after"]].flat()[0] ?? null;
        const response = await readBeginning(answer.body);
        return ended({
          status: answer.statusCode,
          failure: findFailure(answer.statusCode),
          retryAfter,
          response,
        });
      } catch (error) {
        if (signal?.aborted === true) throw signal.reason;
        return ended(explain(error));
      }
    },
    close: () => agent.destroy(),
  };
}

/** Reads the beginning of a body and drops the rest. Ignores its errors: the status has arrived. */
async function readBeginning(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const stored: Buffer[] = [];
  let bytes = 0;
  body.on("error", () => {});
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (bytes < KEPT_BYTES) stored.push(chunk.subarray(0, KEPT_BYTES - bytes));
      bytes += chunk.length;
      if (bytes >= READ_BYTES) break;
    }
  } catch {}
  // PostgreSQL text cannot hold NUL.
  return Buffer.concat(stored).toString("utf8").replaceAll("\u0000", "\uFFFD");
}

const FAILURE_BY_CODE: Readonly<Record<string, SendFailure>> = {
  ADDRESS_REFUSED: "address",
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EAI_NODATA: "dns",
  ECONNREFUSED: "refused",
  ECONNRESET: "lost",
  EPIPE: "lost",
  UND_ERR_SOCKET: "lost",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "not_http",
  HTTPParserError: "not_http",
  EPROTO: "tls",
};

// OpenSSL's and Node's codes for a bad certificate or handshake.
const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/;

function explain(error: unknown): Pick<SendResult, "failure" | "detail"> {
  const { name, code, errors } = error as { name?: string; code?: unknown; errors?: { code?: unknown }[] };
  if (name === "TimeoutError") return { failure: "timeout", detail: null };
  // An AggregateError has one error per resolved address.
  const output = String(code ?? errors?.[0]?.code ?? name);
  const failure =
    FAILURE_BY_CODE[output] ??
    (TLS_CODE.test(output) ? "tls" : output.startsWith("HPE_") ? "not_http" : "network");
  // Outsiders must not learn whether a refused address exists.
  return { failure, detail: failure === "address" ? null : output };
}

export function resolvesToPrivate(url: URL, lookup: Lookup = systemLookup as Lookup): Promise<boolean> {
  const host = getHost(url);
  if (isIP(host) !== 0) return Promise.resolve(!isPublicAddress(host));
  return new Promise((resolve) => {
    lookup(host, { all: true }, (error, addresses) => {
      resolve(error === null && addresses.some(({ address }) => !isPublicAddress(address)));
    });
  });
}
