import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { downloadExtract } from "@/lib/city/build/download-extract";

const FILE = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 31) % 251));
const CUT_AT = 100_000;

type Reply = (request: IncomingMessage, response: ServerResponse, count: number) => void;

describe("a download", () => {
  let folder: string;
  let server: Server | undefined;
  let ranges: (string | undefined)[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "dropline-download-"));
    ranges = [];
  });

  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((settle) => (server === undefined ? settle(null) : server.close(settle)));
    server = undefined;
    rmSync(folder, { recursive: true });
  });

  /** Starts a server. @returns the URL of a file on it */
  async function serve(answer: Reply): Promise<string> {
    let count = 0;
    const started = createServer((request, response) => {
      ranges.push(request.headers.range);
      answer(request, response, ++count);
    });
    server = started;
    await new Promise<void>((settle) => started.listen(0, "127.0.0.1", settle));
    return `http://127.0.0.1:${(started.address() as AddressInfo).port}/city.osm.pbf`;
  }

  /** Serves a file with range support, and cuts the connection after a number of bytes if asked to. */
  function send(
    { headers }: IncomingMessage,
    response: ServerResponse,
    { tag = '"one"', body = FILE, cutAt }: { tag?: string | null; body?: Buffer; cutAt?: number },
  ): void {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
    const continues = headers.range !== undefined && headers["if-range"] === tag;
    const rest = continues ? body.subarray(from) : body;
    response.writeHead(continues ? 206 : 200, {
      "content-length": rest.length,
      ...(tag === null ? {} : { etag: tag }),
      ...(continues ? { "content-range": `bytes ${from}-${body.length - 1}/${body.length}` } : {}),
    });
    if (cutAt === undefined) response.end(rest);
    else response.write(rest.subarray(0, cutAt), () => setTimeout(() => response.destroy(), 20));
  }

  const download = (url: string, options: { silentMs?: number; pausesMs?: number[] } = {}) =>
    downloadExtract(url, folder, { onProgress: () => {}, pausesMs: [1, 1], ...options });

  const whole = (file: string): boolean => readFileSync(file).equals(FILE);

  it("resumes where the connection broke", async () => {
    const url = await serve((request, response, count) =>
      send(request, response, count < 3 ? { cutAt: CUT_AT } : {}),
    );
    const file = await download(url);
    expect(whole(file)).toBe(true);
    expect(ranges).toEqual([undefined, `bytes=${CUT_AT}-`, `bytes=${2 * CUT_AT}-`]);
    expect(readdirSync(folder)).toEqual(["city.osm.pbf"]);
  });

  it("is resumed by a later call", async () => {
    const url = await serve((request, response, count) =>
      send(request, response, count === 1 ? { cutAt: CUT_AT } : {}),
    );
    await expect(download(url, { pausesMs: [] })).rejects.toThrow(
      /stopped at 0\.1 MB .*Run the command again/,
    );
    expect(whole(await download(url))).toBe(true);
    expect(ranges).toEqual([undefined, `bytes=${CUT_AT}-`]);
  });

  it("restarts when the file has changed on the server in the meantime", async () => {
    const old = Buffer.alloc(300_000, 7);
    const url = await serve((request, response, count) =>
      send(request, response, count === 1 ? { tag: '"old"', body: old, cutAt: CUT_AT } : {}),
    );
    expect(whole(await download(url))).toBe(true);
  });

  it("restarts when the server supports no ranges or sends no version", async () => {
    const url = await serve((request, response, count) => {
      delete request.headers.range;
      send(request, response, count === 1 ? { cutAt: CUT_AT } : {});
    });
    expect(whole(await download(url))).toBe(true);
    const untold = await serveAnew((request, response, count) =>
      send(request, response, { tag: null, ...(count === 1 ? { cutAt: CUT_AT } : {}) }),
    );
    expect(whole(await download(untold))).toBe(true);
    expect(ranges.slice(2)).toEqual([undefined, undefined]);
  });

  async function serveAnew(answer: Reply): Promise<string> {
    const before = server;
    const url = await serve(answer);
    before?.close();
    return url;
  }

  it("restarts when its partial file is longer than the file", async () => {
    const url = await serve((request, response, count) => {
      if (count === 1) return send(request, response, { cutAt: CUT_AT });
      if (request.headers.range === undefined) return send(request, response, {});
      response.writeHead(416, { "content-range": "bytes */10" }).end();
    });
    expect(whole(await download(url))).toBe(true);
  });

  it("resumes when a connection falls silent", async () => {
    const url = await serve((request, response, count) => {
      if (count > 1) return send(request, response, {});
      response.writeHead(200, { "content-length": FILE.length, etag: '"one"' });
      response.write(FILE.subarray(0, CUT_AT));
    });
    expect(whole(await download(url, { silentMs: 300 }))).toBe(true);
    expect(ranges[1]).toBe(`bytes=${CUT_AT}-`);
  });

  it("follows a redirect", async () => {
    const url = await serve((request, response, count) => {
      if (count > 1) return send(request, response, {});
      response.writeHead(302, { location: "/elsewhere/file" }).end();
    });
    expect(whole(await download(url))).toBe(true);
  });

  it("reports the server's error status and does not retry", async () => {
    const url = await serve((_, response) => response.writeHead(404).end("no"));
    await expect(download(url)).rejects.toThrow(`${url}: the server answered 404 Not Found.`);
    expect(ranges).toHaveLength(1);
  });

  it("reports that the server cannot be reached", async () => {
    const url = await serve(() => {});
    server?.close();
    await expect(download(url)).rejects.toThrow(/stopped at 0\.0 MB .*ECONNREFUSED/);
    expect(existsSync(join(folder, "city.osm.pbf"))).toBe(false);
  });

  it("reports the bytes received and the total", async () => {
    const url = await serve((request, response) => send(request, response, {}));
    const notified: (number | null)[][] = [];
    await downloadExtract(url, folder, { onProgress: (done, total) => notified.push([done, total]) });
    expect(notified.at(-1)).toEqual([FILE.length, FILE.length]);
  });
});
