import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Settings } from "@/lib/files/s3-files";

// The package has no type declarations.
interface S3rver {
  configureBuckets(): Promise<void>;
  callback(): RequestListener;
}
const S3rver = createRequire(import.meta.url)("s3rver") as new (
  options: Readonly<Record<string, unknown>>,
) => S3rver;

const BUCKET = "proofs";
/** The only key that this server knows. */
const SECRET = "S3RVER";

/** An S3 server on a free port of this machine, with a bucket in a temporary folder. */
export interface S3Server {
  readonly settings: S3Settings;
  /** Method and path of every request so far, in order of arrival. */
  readonly requests: readonly string[];
  /** Handles the next requests with these in turn, and the rest as they should be. */
  disturb(...disturbances: ((response: ServerResponse) => void)[]): void;
  /** The keys of all files in the bucket. */
  keys(): string[];
  close(): Promise<void>;
}

/** Starts a server that takes requests with the right signature only. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), "s3-"));
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
  await s3.configureBuckets();
  const serve = s3.callback();
  const requests: string[] = [];
  let disturbances: ((response: ServerResponse) => void)[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const disturbance = disturbances.shift();
    if (disturbance !== undefined) return disturbance(response);
    if (!isSigned(request)) return refuse(response, 403, "SignatureDoesNotMatch");
    serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      url: `http://127.0.0.1:${port}/${BUCKET}`,
      region: "eu-north-1",
      accessKeyId: "S3RVER",
      secretAccessKey: SECRET,
    },
    requests,
    disturb(...next) {
      disturbances = next;
    },
    keys: () => {
      const ending = "._S3rver_object";
      return filesBelow(join(directory, BUCKET)).flatMap((name) =>
        name.endsWith(ending) ? [name.slice(0, -ending.length)] : [],
      );
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The files below a folder, by their paths from there, in their order; none where there is no such folder. */
export function filesBelow(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll("\\", "/"))
    .sort();
}

/** Answers as S3 does when it refuses. */
export function refuse(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
  response.writeHead(status, { "Content-Type": "application/xml" }).end(body);
}

/** Checks the signature by AWS's rules (Signature Version 4), which s3rver leaves out. */
function isSigned({ method, url = "", headers }: IncomingMessage): boolean {
  const input = /^AWS4-HMAC-SHA256 Credential=\w+\/([\w/-]+), SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
    headers.authorization ?? "",
  );
  if (input === null) return false;
  const [, scope = "", names = "", signature] = input;
  const signed = names.split(";").map((name) => `${name}:${headers[name]}\n`);
  const payload = headers["x-amz-content-sha256"];
  const canonical = [method, url, "", signed.join(""), names, payload].join("\n");
  const digest = createHash("sha256").update(canonical).digest("hex");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, digest].join("\n");
  const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
  return hmac(key, text).toString("hex") === signature && names.split(";").includes("host");
}
