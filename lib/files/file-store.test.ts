import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDiskFiles } from "@/lib/files/create-disk-files";
import { createS3Files } from "@/lib/files/create-s3-files";
import { openFileStore } from "@/lib/files/open-file-store";
import { type FileStore, getContentType } from "@/lib/files/stored-file";
import { filesBelow, refuse, type S3Server, startS3Server } from "@/testing/s3-server";

const KEY = "proofs/3f/one.webp";
const getBytes = (text: string) => new Uint8Array(Buffer.from(text));

let folder: string;
let s3: S3Server;
let stores: Record<"disk" | "s3", FileStore>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "files-"));
  s3 = await startS3Server();
  stores = {
    disk: openFileStore({ type: "disk", folder: join(folder, "files") }),
    s3: openFileStore({ type: "s3", ...s3.settings }),
  };
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await s3?.close();
});

describe.each(["disk", "s3"] as const)("a store of files (%s)", (kind) => {
  it("stores a file with its type, replaces it, and deletes it, even repeatedly", async () => {
    const store = stores[kind];
    expect(await store.get(KEY)).toBeNull();
    await store.put(KEY, getBytes("first"));
    expect(await store.get(KEY)).toEqual({ bytes: getBytes("first"), contentType: "image/webp" });
    await store.put(KEY, getBytes("second"));
    expect((await store.get(KEY))?.bytes).toEqual(getBytes("second"));
    expect(kind === "disk" ? filesBelow(join(folder, "files")) : s3.keys()).toEqual([KEY]);
    await store.delete(KEY);
    expect(await store.get(KEY)).toBeNull();
    await store.delete(KEY);
    expect(kind === "disk" ? filesBelow(join(folder, "files")) : s3.keys()).toEqual([]);
  });

  it("lists the files of a folder, in several pages, without those of others", async () => {
    const store = stores[kind];
    const keys = Array.from({ length: 12 }, (_, index) => `listed/a/${index + 10}.webp`);
    for (const key of [...keys, "listed-not/1.webp"]) await store.put(key, getBytes("x"));
    expect((await store.list("listed")).sort()).toEqual(keys);
    expect(await store.list("nothing")).toEqual([]);
    for (const key of [...keys, "listed-not/1.webp"]) await store.delete(key);
  });

  it.each(["../secret.webp", "/etc/passwd", "a/../b.webp", "a//b.webp", "a.html", "a", "", "a\\b.webp"])(
    "rejects a key that leaves the folder or has no known type: %j",
    async (key) => {
      const store = stores[kind];
      const refused = /Not the key of a file/;
      await expect((async () => store.put(key, getBytes("x")))()).rejects.toThrow(refused);
      await expect((async () => store.get(key))()).rejects.toThrow(refused);
      await expect((async () => store.delete(key))()).rejects.toThrow(refused);
    },
  );
});

it("a file key is rejected when it is too long", () => {
  expect(() => getContentType(`${"a".repeat(200)}.webp`)).toThrow(/Not the key/);
});

describe("a store on a disk", () => {
  it("fails when it cannot write, and leaves no file", async () => {
    const place = join(folder, "taken");
    writeFileSync(place, "a file where the folder should be");
    await expect(createDiskFiles(place).put(KEY, getBytes("x"))).rejects.toThrow(/ENOTDIR|EEXIST/);
    await expect(createDiskFiles(place).get(KEY)).rejects.toThrow(/ENOTDIR/);
    const blocked = join(folder, "blocked");
    mkdirSync(join(blocked, KEY), { recursive: true });
    await expect(createDiskFiles(blocked).put(KEY, getBytes("x"))).rejects.toThrow(/EISDIR|EPERM/);
    expect(filesBelow(blocked)).toEqual([]);
  });

  it("deletes a file together with the partial writes of a killed process, and nothing else", async () => {
    const place = join(folder, "left");
    const store = createDiskFiles(place);
    const neighbor = KEY.replace("one", "one-more");
    for (const key of [KEY, neighbor]) await store.put(key, getBytes("x"));
    writeFileSync(join(place, `${KEY}.0f8fad5b`), "half");
    await store.delete(KEY);
    expect(filesBelow(place)).toEqual([neighbor]);
  });

  it("returns a complete file at any moment, even during concurrent writes", async () => {
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(50_000));
    await stores.disk.put(KEY, getBytes("first"));
    const seen: string[] = [];
    const writing = Promise.all(texts.map((text) => stores.disk.put(KEY, getBytes(text))));
    let isDone = false;
    void writing.then(() => {
      isDone = true;
    });
    while (!isDone) {
      const file = await stores.disk.get(KEY);
      seen.push(Buffer.from(file?.bytes ?? []).toString());
    }
    await writing;
    expect(seen.filter((text) => text !== "first" && !texts.includes(text))).toEqual([]);
    expect(filesBelow(join(folder, "files"))).toEqual([KEY]);
    await stores.disk.delete(KEY);
  });
});

describe("a store in a bucket", () => {
  beforeEach(() => {
    s3.disturb();
  });

  it("retries after a server error, an overload response and a broken connection", async () => {
    const before = s3.requests.length;
    s3.disturb(
      (response) => refuse(response, 503, "SlowDown"),
      (response) => response.destroy(),
    );
    await stores.s3.put(KEY, getBytes("kept"));
    expect(s3.requests.slice(before)).toEqual(Array(3).fill(`PUT /proofs/${KEY}`));
    s3.disturb((response) => refuse(response, 429, "SlowDown"));
    expect((await stores.s3.get(KEY))?.bytes).toEqual(getBytes("kept"));
    s3.disturb((response) => refuse(response, 500, "InternalError"));
    await stores.s3.delete(KEY);
    expect(s3.keys()).toEqual([]);
  });

  it("gives up after three attempts, or at once when the request is refused", async () => {
    const before = s3.requests.length;
    const down = (response: Parameters<typeof refuse>[0]) => refuse(response, 503, "ServiceUnavailable");
    s3.disturb(down, down, down, down);
    await expect(stores.s3.put(KEY, getBytes("x"))).rejects.toThrow("S3 PUT: 503 ServiceUnavailable");
    expect(s3.requests.length - before).toBe(3);
    s3.disturb();
    const wrong = createS3Files({ ...s3.settings, secretAccessKey: "wrong" });
    await expect(wrong.get(KEY)).rejects.toThrow("S3 GET: 403 SignatureDoesNotMatch");
    expect(s3.requests.length - before).toBe(4);
  });

  it.each([
    ["SignatureDoesNotMatch", "another secret", { secretAccessKey: "wrong" }],
    ["InvalidAccessKeyId", "an unknown key", { accessKeyId: "OTHER" }],
    ["AuthorizationHeaderMalformed", "another region", { region: "us-east-1" }],
  ])("reports %s for a signature with %s", async (code, _, change) => {
    const wrong = createS3Files({ ...s3.settings, ...change });
    await expect(wrong.put(KEY, getBytes("x"))).rejects.toThrow(`S3 PUT: 403 ${code}`);
    expect(s3.keys()).toEqual([]);
  });

  it("signs the method, path, time and content of a request", async () => {
    const { url, ...key } = s3.settings;
    const signer = new AwsClient({ ...key, service: "s3", retries: 0 });
    const content = createHash("sha256").update("x").digest("hex");
    const signed = await signer.sign(`${url}/${KEY}`, {
      method: "PUT",
      body: "x",
      headers: { "X-Amz-Content-Sha256": content },
    });
    const send = async (method: string, path: string, body: string | null, extra: HeadersInit = {}) => {
      const headers = { ...Object.fromEntries(signed.headers), ...extra };
      const response = await fetch(`${url}/${path}`, { method, headers, body });
      return /<Code>(\w+)/.exec(await response.text())?.[1] ?? response.status;
    };
    expect(await send("PUT", KEY, "y")).toBe("XAmzContentSHA256Mismatch");
    expect(await send("PUT", "proofs/other.webp", "x")).toBe("SignatureDoesNotMatch");
    expect(await send("DELETE", KEY, null)).toBe("SignatureDoesNotMatch");
    expect(await send("PUT", KEY, "x", { "X-Amz-Date": "20200101T000000Z" })).not.toBe(200);
    expect(await send("PUT", KEY, "x", { Authorization: "" })).toBe("AccessDenied");
    expect(s3.keys()).toEqual([]);
    expect(await send("PUT", KEY, "x")).toBe(200);
    await stores.s3.delete(KEY);
  });

  it("times out when no response arrives, or when one stalls after it has begun", async () => {
    const hasty = createS3Files(s3.settings, 50);
    s3.disturb(
      () => {},
      (response) => response.writeHead(200).write("begun"),
      () => {},
    );
    await expect(hasty.get(KEY)).rejects.toThrow("S3 GET: no answer");
  });

  it("reports a missing bucket as an error, not as a missing file", async () => {
    const lost = createS3Files({ ...s3.settings, url: s3.settings.url.replace("proofs", "other") });
    await expect(lost.put(KEY, getBytes("x"))).rejects.toThrow("S3 PUT: 404 NoSuchBucket");
    await expect(lost.get(KEY)).rejects.toThrow("S3 GET: 404 NoSuchBucket");
    await expect(lost.delete(KEY)).rejects.toThrow("S3 DELETE: 404 NoSuchBucket");
  });

  it("reports that an unreachable server gave no response", async () => {
    const nowhere = createS3Files({ ...s3.settings, url: "http://127.0.0.1:1/proofs" });
    await expect(nowhere.delete(KEY)).rejects.toThrow("S3 DELETE: no answer");
  });
});
