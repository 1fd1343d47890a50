import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { NodeHandler } from "@/lib/http/node-adapter";
import { type KeptPage, PageCache, renderKeptPage, toHashPolicy } from "@/lib/http/page-cache";

const POLICY = "default-src 'none'; script-src 'nonce-abc=' 'strict-dynamic'; style-src 'self'";

describe("toHashPolicy", () => {
  it("allows the inline scripts with the nonce by hash, and no script that was injected", () => {
    const html = `<script nonce="abc=" id="a">one()</script><script src="/a.js" nonce="abc="></script>
      <script>injected()</script><script nonce="guess">injected()</script>`;
    expect(toHashPolicy(POLICY, html)).toBe(
      "default-src 'none'; script-src 'self' 'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4='; style-src 'self'",
    );
  });
});

describe("renderKeptPage", () => {
  const respond =
    (status: number, headers: Readonly<Record<string, string>>): NodeHandler =>
    async (_: IncomingMessage, response: ServerResponse) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.writeHead(status, { "Content-Type": "text/html" });
      response.write("<p>");
      response.end("x</p>");
    };
  const page = { "Content-Security-Policy": POLICY, Vary: "rsc" };

  it("keeps a page, but none with another status, a cookie or no policy", async () => {
    const render = (status: number, headers: Readonly<Record<string, string>>) =>
      renderKeptPage(respond(status, headers), "/", {}, {});
    expect((await render(200, page))?.headers).toMatchObject({ vary: "Accept-Language, Cookie, rsc" });
    expect(await render(404, page)).toBeNull();
    expect(await render(200, { ...page, "Set-Cookie": "a=b" })).toBeNull();
    expect(await render(200, {})).toBeNull();
    await expect(renderKeptPage(async () => {}, "/", {}, {})).rejects.toThrow("without a response");
  });
});

describe("PageCache", () => {
  const page = (bytes: number): KeptPage => ({ headers: {}, etag: "", gzipped: Buffer.alloc(bytes) });
  const cacheOf = (maxBytes: number) => {
    const cache = new PageCache(maxBytes);
    const rendered: string[] = [];
    const get = (key: string, version = "1", lastsMs = 60_000, bytes = 10) =>
      cache.get(key, version, async () => {
        rendered.push(key + version);
        return { page: page(bytes), lastsMs };
      });
    return { get, rendered };
  };

  it("renders a page once per version, and again when its time is over", async () => {
    const { get, rendered } = cacheOf(100);
    await Promise.all([get("a"), get("a"), get("b")]);
    await get("a");
    await Promise.all([get("a", "2"), get("a", "2")]);
    await get("a", "1", 0);
    await get("a", "1");
    expect(rendered).toEqual(["a1", "b1", "a2", "a1", "a1"]);
  });

  it("drops the pages used least recently beyond its bytes", async () => {
    const { get, rendered } = cacheOf(30);
    for (const key of ["a", "b", "c", "a", "d", "a", "b"]) await get(key);
    expect(rendered).toEqual(["a1", "b1", "c1", "d1", "b1"]);
    // A page that is larger than the cache is not kept.
    await get("e", "1", 60_000, 31);
    await get("e", "1", 60_000, 31);
    expect(rendered.slice(5)).toEqual(["e1", "e1"]);
  });

  it("keeps nothing of a render that fails", async () => {
    const cache = new PageCache(100);
    const fail = () => cache.get("a", "1", () => Promise.reject(new Error("down")));
    await expect(fail()).rejects.toThrow("down");
    await expect(fail()).rejects.toThrow("down");
  });
});
