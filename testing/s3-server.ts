import { createHash, createHmac } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { S3Settings } from "@/lib/files/create-s3-files";

const BUCKET = "proofs";
/** The only key that this server knows. */
const KEY_ID = "TEST";
const SECRET = "the secret of the bucket";
const REGION = "eu-north-1";
/** S3 lists 1,000 keys at once. */
const LIST_LENGTH = 2;
const MAX_CLOCK_DIFFERENCE_MS = 15 * 60_000;

/** An S3 server on a free port of this machine, with one bucket in memory. */
export interface S3Server {
  readonly settings: S3Settings;
  /** Method and path of every request so far, in order of arrival. */
  readonly requests: readonly string[];
  /** Handles the next requests with these in turn, and the rest correctly. */
  disturb(...disturbances: ((response: ServerResponse) => void)[]): void;
  /** The keys of all files in the bucket. */
  keys(): string[];
  close(): Promise<void>;
}

/** Starts a server that accepts only requests with a correct signature. */
export async function startS3Server(): Promise<S3Server> {
  const files = new Map<string, { bytes: Buffer; contentType: string | undefined }>();
  const requests: string[] = [];
  let disturbances: ((response: ServerResponse) => void)[] = [];

  const list = (query: URLSearchParams, response: ServerResponse) => {
    const [prefix, after] = [query.get("prefix") ?? "", query.get("start-after") ?? ""];
    const found = [...files.keys()].sort().filter((key) => key.startsWith(prefix) && key > after);
    const keys = found.slice(0, LIST_LENGTH);
    const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("");
    const isTruncated = found.length > keys.length;
    response.setHeader("Content-Type", "application/xml");
    response.end(`<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents}</ListBucketResult>`);
  };

  const serve = (request: IncomingMessage, bytes: Buffer, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://s3");
    const [, bucket, ...path] = decodeURIComponent(pathname).split("/");
    const key = path.join("/");
    if (bucket !== BUCKET) return refuse(response, 404, "NoSuchBucket");
    if (searchParams.has("list-type")) return list(searchParams, response);
    const file = files.get(key);
    if (request.method === "PUT") {
      files.set(key, { bytes, contentType: request.headers["content-type"] });
      response.end();
    } else if (request.method === "DELETE") {
      files.delete(key);
      response.writeHead(204).end();
    } else if (request.method !== "GET") refuse(response, 405, "MethodNotAllowed");
    else if (file === undefined) refuse(response, 404, "NoSuchKey");
    else response.setHeader("Content-Type", file.contentType ?? "binary/octet-stream").end(file.bytes);
  };

  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const disturbance = disturbances.shift();
    if (disturbance !== undefined) return disturbance(response);
    const bytes = await buffer(request);
    const refusal = findRefusal(request, bytes);
    if (refusal === null) serve(request, bytes, response);
    else refuse(response, refusal === "XAmzContentSHA256Mismatch" ? 400 : 403, refusal);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      url: `http://127.0.0.1:${port}/${BUCKET}`,
      region: REGION,
      accessKeyId: KEY_ID,
      secretAccessKey: SECRET,
    },
    requests,
    disturb(...next) {
      disturbances = next;
    },
    keys: () => [...files.keys()].sort(),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The files below a folder, as sorted relative paths; empty if the folder does not exist. */
export function filesBelow(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll("\\", "/"))
    .sort();
}

/** Responds with an error as S3 does. */
export function refuse(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
  response.writeHead(status, { "Content-Type": "application/xml" }).end(body);
}

/** Returns S3's error code for a request with an invalid signature (AWS Signature Version 4); null if it is valid. */
function findRefusal({ method, url = "", headers }: IncomingMessage, bytes: Buffer): string | null {
  const input =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/([\w/-]+), SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      headers.authorization ?? "",
    );
  if (input === null) return "AccessDenied";
  const [, keyId, scope = "", names = "", signature] = input;
  if (keyId !== KEY_ID) return "InvalidAccessKeyId";
  const sentAt = String(headers["x-amz-date"]);
  if (scope !== `${sentAt.slice(0, 8)}/${REGION}/s3/aws4_request`) return "AuthorizationHeaderMalformed";
  const instant = Date.parse(sentAt.replace(/^(....)(..)(..T..)(..)/, "$1-$2-$3:$4:"));
  if (!(Math.abs(Date.now() - instant) < MAX_CLOCK_DIFFERENCE_MS)) return "RequestTimeTooSkewed";
  const signed = names.split(";");
  const isComplete = ["host", "x-amz-date", "x-amz-content-sha256"].every((name) => signed.includes(name));
  const payload = headers["x-amz-content-sha256"];
  const { pathname, searchParams } = new URL(url, "http://s3");
  searchParams.sort();
  const canonical = [
    method,
    pathname,
    searchParams.toString().replaceAll("+", "%20"),
    ...signed.map((name) => `${name}:${headers[name]}`),
    "",
    names,
    payload,
  ];
  const text = ["AWS4-HMAC-SHA256", sentAt, scope, sha256(canonical.join("\n"))].join("\n");
  const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
  if (!isComplete || hmac(key, text).toString("hex") !== signature) return "SignatureDoesNotMatch";
  const isWhole = payload === "UNSIGNED-PAYLOAD" || payload === sha256(bytes);
  return isWhole ? null : "XAmzContentSHA256Mismatch";
}

const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
