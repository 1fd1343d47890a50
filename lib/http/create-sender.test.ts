import type { LookupAddress } from "node:dns";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSender, type Lookup, resolvesToPrivate } from "@/lib/http/create-sender";
import { isPublicAddress, readTarget } from "@/lib/http/target";
import { hang, type Receiver, type Responder, startReceiver } from "@/testing/receiver";

const STRICT = { allowHttp: true, allowPrivate: false };
const OPEN = { allowHttp: true, allowPrivate: true };

const message = (url: string) => ({ url, isLive: true, headers: {}, body: "{}" });

/** A resolver that returns these addresses, and the next ones when asked again. */
function resolver(...answers: readonly (readonly string[])[]): Lookup & { asked: () => number } {
  let requested = 0;
  const lookup: Lookup = (_, __, callback) => {
    const addresses = answers[Math.min(requested, answers.length - 1)] ?? [];
    requested += 1;
    const found = addresses.map(
      (address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 }),
    );
    setImmediate(() => callback(null, found));
  };
  return Object.assign(lookup, { asked: () => requested });
}

describe("a private address", () => {
  let inside: Receiver;

  beforeAll(async () => {
    inside = await startReceiver();
  });

  afterAll(() => inside?.close());

  /** Each is a place inside: this machine, its networks, or a cloud's metadata. PORT is the receiver's. */
  const HOSTILE: readonly string[] = [
    "http://127.0.0.1:PORT/",
    "http://127.0.0.2:PORT/",
    "http://127.255.255.254:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f000001:PORT/",
    "http://0x7F.0.0.1:PORT/",
    "http://0x7f.0x0.0x0.0x1:PORT/",
    "http://017700000001:PORT/",
    "http://0177.0.0.1:PORT/",
    "http://0177.0.0.01:PORT/",
    "http://00000177.1:PORT/",
    "http://127.1:PORT/",
    "http://127.0.1:PORT/",
    "http://0:PORT/",
    "http://0.0.0.0:PORT/",
    "http://0x0:PORT/",
    "http://1.1:PORT/../..//@127.0.0.1:PORT".replace("1.1", "127.1"),
    "http://①②⑦.⓪.⓪.①:PORT/",
    "http://127。0。0。1:PORT/",
    "http://127.0.0.1.:PORT/",
    "http://%31%32%37.0.0.1:PORT/",
    "http:\\\\127.0.0.1:PORT\\",
    "http:127.0.0.1:PORT/",
    "  http://127.0.0.1:PORT/  ",
    "http://127.0.0.1\t:PORT/",
    "http://[::1]:PORT/",
    "http://[0:0:0:0:0:0:0:1]:PORT/",
    "http://[::]:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::ffff:7f00:1]:PORT/",
    "http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/",
    "http://[::127.0.0.1]:PORT/",
    "http://[::7f00:1]:PORT/",
    "http://[64:ff9b::127.0.0.1]:PORT/",
    "http://[64:ff9b::7f00:1]:PORT/",
    "http://[64:ff9b:1::1]:PORT/",
    "http://[2002:7f00:1::]:PORT/",
    "http://[2002:a00:1::1]:PORT/",
    "http://[2001::1]:PORT/",
    "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]:PORT/",
    "http://[2001:db8::1]:PORT/",
    "http://[2001:2::1]:PORT/",
    "http://[3fff::1]:PORT/",
    "http://[fe80::1]:PORT/",
    "http://[fe80::1%25lo]:PORT/",
    "http://[fe80::1%25eth0]:PORT/",
    "http://[fc00::1]:PORT/",
    "http://[fd00:ec2::254]/",
    "http://[ff02::1]:PORT/",
    "http://[100::1]:PORT/",
    "http://[5f00::1]:PORT/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.0.1/",
    "http://100.64.0.1/",
    "http://100.100.100.200/latest/meta-data/",
    "http://169.254.169.254/latest/meta-data/",
    "http://0xa9fea9fe/",
    "http://2852039166/",
    "http://168.63.129.16/",
    "http://192.0.0.192/",
    "http://192.0.2.1/",
    "http://192.88.99.1/",
    "http://198.18.0.1/",
    "http://198.51.100.1/",
    "http://203.0.113.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://localhost:PORT/",
    "http://LOCALHOST:PORT/",
    "http://localhost.:PORT/",
    "http://a.localhost:PORT/",
    "http://metadata.google.internal/",
    "http://printer.local/",
    "http://nas/",
    "http://nas.:PORT/",
    "https://intranet/hook",
    "http://redis/",
    "http://user:password@example.com/",
    "http://user@example.com:PORT/",
    "http://example.com@127.0.0.1:PORT/",
    "http://example.com:22/",
    "http://example.com:25/",
    "http://example.com:6379/",
    "http://example.com:5432/",
    "http://example.com:0/",
    "http://example.com:99999/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:PORT/",
    "ftp://example.com/",
    "javascript:alert(1)",
    "data:text/plain,x",
    "//127.0.0.1:PORT/",
    "127.0.0.1:PORT",
    "http://",
    "",
  ];

  it(`is refused in each of ${HOSTILE.length} spellings, at registration and at sending (HOOK-11)`, async () => {
    const sender = createSender(STRICT);
    const taken: string[] = [];
    for (const spelling of HOSTILE) {
      const url = spelling.replaceAll("PORT", String(inside.port));
      if ("url" in readTarget(url, STRICT, true)) taken.push(`${url} at registration`);
      const { failure } = await sender.send(message(url));
      if (failure !== "address") taken.push(`${url} at sending: ${failure}`);
    }
    await sender.close();
    expect(taken).toEqual([]);
    expect(inside.connections()).toBe(0);
  });

  const PRIVATE = [
    "127.0.0.1",
    "0.0.0.0",
    "10.1.2.3",
    "172.20.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.1.1",
    "::1",
    "::ffff:127.0.0.1",
    "::7f00:1",
    "fe80::1",
    "fe80::1%lo",
    "fd00::1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
  ];

  it.each(PRIVATE)("is refused when a name resolves to it: %s", async (address) => {
    const sender = createSender(STRICT, resolver([address]));
    const url = `http://shop.example.com:${inside.port}/`;
    expect(await sender.send(message(url))).toMatchObject({ failure: "address", detail: null, status: null });
    expect(await resolvesToPrivate(new URL(url), resolver([address]))).toBe(true);
    await sender.close();
    expect(inside.connections()).toBe(0);
  });

  it("is refused when a name resolves to it and to a public address", async () => {
    for (const addresses of [
      ["93.184.215.14", "127.0.0.1"],
      ["127.0.0.1", "93.184.215.14"],
    ]) {
      const sender = createSender(STRICT, resolver(addresses));
      expect((await sender.send(message(`http://shop.example.com:${inside.port}/`))).failure).toBe("address");
      await sender.close();
    }
    expect(inside.connections()).toBe(0);
  });

  it("is refused when a name that was public at registration now resolves to it", async () => {
    const moving = resolver(["93.184.215.14"], ["127.0.0.1"]);
    const url = `http://shop.example.com:${inside.port}/`;
    expect(await resolvesToPrivate(new URL(url), moving)).toBe(false);
    const sender = createSender(STRICT, moving);
    expect((await sender.send(message(url))).failure).toBe("address");
    await sender.close();
    expect(moving.asked()).toBe(2);
    expect(inside.connections()).toBe(0);
  });

  it("is refused when the socket connects to it although the resolved address was public", async () => {
    // Public when it is checked, and inside when the socket is opened.
    const addresses = ["93.184.215.14", "127.0.0.1"];
    let reads = 0;
    const moving = {
      family: 4,
      get address() {
        reads += 1;
        return addresses[Math.min(reads, addresses.length) - 1] ?? "";
      },
    };
    const sender = createSender(STRICT, (_, __, callback) => setImmediate(() => callback(null, [moving])));
    const { failure, status } = await sender.send(message(`http://shop.example.com:${inside.port}/`));
    expect([failure, status]).toEqual(["address", null]);
    expect(reads).toBeGreaterThan(1);
    await sender.close();
    expect(inside.received).toEqual([]);
  });

  it("is allowed when the settings permit private addresses", async () => {
    const sender = createSender(OPEN, resolver(["127.0.0.1"]));
    expect((await sender.send(message(inside.url))).status).toBe(200);
    const byName = inside.url.replace("127.0.0.1", "shop.example.com");
    expect((await sender.send(message(byName))).status).toBe(200);
    await sender.close();
  });
});

describe("a public address", () => {
  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "93.184.215.14",
    "100.63.255.255",
    "100.128.0.1",
    "172.15.255.255",
    "172.32.0.1",
    "192.167.255.255",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a02:6b8::2:242",
  ])("is accepted: %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
    const host = address.includes(":") ? `[${address}]` : address;
    expect(readTarget(`https://${host}/hook`, STRICT, true)).toHaveProperty("url");
  });

  it("requires TLS for live events unless the settings allow HTTP, and loses its fragment (HOOK-11)", () => {
    const strictest = { allowHttp: false, allowPrivate: false };
    expect(readTarget("http://example.com/", strictest, true)).toEqual({ problem: "url_https" });
    expect(readTarget("http://example.com/", strictest, false)).toHaveProperty("url");
    const target = readTarget("https://Example.com:8443/a?b=1#c", strictest, true);
    expect("url" in target && target.url.href).toBe("https://example.com:8443/a?b=1");
  });
});

describe("the webhook sender", () => {
  const SHORT_MS = 600;
  const big = gzipSync(Buffer.alloc(10 * 1024 * 1024));

  const redirect: Responder = (response) => {
    response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
  };
  const endless: Responder = (response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(64 * 1024, "x");
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  };
  const drip: Responder = (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("."), 50);
    response.on("close", () => clearInterval(timer));
  };
  const status =
    (code: number, headers: Record<string, string> = {}): Responder =>
    (response) => {
      response.writeHead(code, headers).end("text");
    };

  it.each<[string, Responder, object]>([
    ["a 200 response", status(200), { status: 200, failure: null, response: "text" }],
    ["a 204 response", status(204), { status: 204, failure: null, response: "" }],
    ["a redirect, which it does not follow", redirect, { status: 302, failure: "redirect" }],
    ["a 400 response", status(400), { status: 400, failure: "status", response: "text" }],
    ["a 410 response", status(410), { status: 410, failure: "gone" }],
    [
      "a 429 response",
      status(429, { "retry-after": "30" }),
      { status: 429, failure: "status", retryAfter: "30" },
    ],
    ["a 500 response", status(500), { status: 500, failure: "status" }],
    ["a missing response", hang, { status: null, failure: "timeout" }],
    ["a connection reset", (response) => response.destroy(), { status: null, failure: "lost" }],
    [
      "a response that is not HTTP",
      (response) => response.socket?.end("hello\r\n\r\n"),
      { status: null, failure: "not_http" },
    ],
    [
      "an endless response at full speed",
      endless,
      { status: 200, failure: null, response: "x".repeat(4096) },
    ],
    ["an endless response byte by byte", drip, { status: 200, failure: null }],
    [
      "a decompression bomb",
      (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(big),
      { status: 200, failure: null },
    ],
    ["a response with NUL in its body", (response) => response.end("a\u0000b"), { response: "a\uFFFDb" }],
  ])("handles %s in bounded time and memory", async (_, answer, expected) => {
    const receiver = await startReceiver(answer);
    const sender = createSender(OPEN);
    const before = process.memoryUsage().arrayBuffers;
    const isSlow = answer === hang || answer === drip;
    const result = await sender.send(message(receiver.url), undefined, isSlow ? SHORT_MS : undefined);
    expect(result).toMatchObject(expected);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1024 * 1024);
    expect(receiver.received).toHaveLength(1);
    await sender.close();
    await receiver.close();
  });

  it("reports a named failure when the receiver is unreachable, unknown or has a wrong certificate", async () => {
    const sender = createSender(OPEN);
    const gone = await startReceiver();
    await gone.close();
    expect(await sender.send(message(gone.url))).toMatchObject({
      failure: "refused",
      detail: "ECONNREFUSED",
    });
    const tls = await startReceiver(undefined, { tls: true });
    expect(await sender.send(message(tls.url))).toMatchObject({ failure: "tls", status: null });
    expect(tls.received).toHaveLength(0);
    await tls.close();
    await sender.close();
    const nameless = createSender(OPEN, (_, __, callback) => {
      callback(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), []);
    });
    expect(await nameless.send(message("http://nowhere.example/"))).toMatchObject({ failure: "dns" });
    await nameless.close();
  });

  it("abandons a request without a response when it is aborted", async () => {
    const receiver = await startReceiver(hang);
    const sender = createSender(OPEN);
    const off = new AbortController();
    const sent = sender.send(message(receiver.url), off.signal);
    setTimeout(() => off.abort(new Error("stopping")), 50);
    await expect(sent).rejects.toThrow("stopping");
    await sender.close();
    await receiver.close();
  });
});
