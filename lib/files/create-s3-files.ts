import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { FileSettings } from "@/lib/config";
import { type FileStore, getContentType, isFileKey } from "@/lib/files/stored-file";
import { readBounded } from "@/lib/http/read-bounded";

export type S3Settings = Omit<Extract<FileSettings, { type: "s3" }>, "type">;

const TRIES = 3;
const FIRST_PAUSE_MS = 200;
// All attempts and the pauses between them take less time than a job's lease.
const TIMEOUT_MS = 3_000;
const MAX_REFUSAL_BYTES = 64 * 1024;

class S3Error extends Error {
  readonly isFinal: boolean;

  constructor(method: string, reason: string, options: { isFinal: boolean; cause?: unknown }) {
    super(`S3 ${method}: ${reason}`, { cause: options.cause });
    this.name = "S3Error";
    this.isFinal = options.isFinal;
  }
}

export function createS3Files({ url, ...key }: S3Settings, timeoutMs = TIMEOUT_MS): FileStore {
  const client = new AwsClient({ ...key, service: "s3", retries: 0 });
  const { origin, pathname } = new URL(url);
  const [, bucket, ...folders] = pathname.split("/");
  const prefix = folders.map((folder) => `${folder}/`).join("");

  const sendOnce = async (method: string, address: string, init: RequestInit) => {
    try {
      const request = await client.sign(address, { ...init, method });
      // The signal also ends a response that arrives too slowly.
      const response = await fetch(request, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      const { status } = response;
      const code = /<Code>(\w+)<\/Code>/.exec((await readBounded(response, MAX_REFUSAL_BYTES)) ?? "")?.[1];
      // A missing bucket is a wrong setting, not a missing file.
      if (status === 404 && code !== "NoSuchBucket" && method !== "PUT") return null;
      const isFinal = status < 500 && status !== 429;
      throw new S3Error(method, `${status} ${code ?? ""}`.trim(), { isFinal });
    } catch (cause) {
      if (cause instanceof S3Error) throw cause;
      throw new S3Error(method, "no answer", { isFinal: false, cause });
    }
  };

  const send = async (method: string, address: string, init: RequestInit = {}) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await sendOnce(method, address, init);
      } catch (error) {
        if (tried === TRIES || (error instanceof S3Error && error.isFinal)) throw error;
        await sleep(FIRST_PAUSE_MS * tried * Math.random());
      }
    }
  };

  return {
    put: async (key, bytes) => {
      const headers = {
        "Content-Type": getContentType(key),
        "X-Amz-Content-Sha256": createHash("sha256").update(bytes).digest("hex"),
      };
      await send("PUT", `${url}/${key}`, { body: bytes, headers });
    },
    get: async (key) => {
      const contentType = getContentType(key);
      const bytes = await send("GET", `${url}/${key}`);
      return bytes === null ? null : { bytes, contentType };
    },
    delete: async (key) => {
      getContentType(key);
      await send("DELETE", `${url}/${key}`);
    },
    list: async (below) => {
      const folder = below === "" ? prefix : `${prefix}${below}/`;
      const keys: string[] = [];
      for (let page = "", after = folder; ; after = `${prefix}${keys.at(-1)}`) {
        const query = new URLSearchParams({ "list-type": "2", prefix: folder, "start-after": after });
        page = new TextDecoder().decode((await send("GET", `${origin}/${bucket}/?${query}`)) ?? undefined);
        for (const [, key = ""] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) keys.push(key.slice(prefix.length));
        if (!page.includes("<IsTruncated>true</IsTruncated>")) return keys.filter(isFileKey).sort();
      }
    },
  };
}
