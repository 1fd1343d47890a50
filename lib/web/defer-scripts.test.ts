import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it } from "vitest";
import { deferPageScripts, deferScriptTags } from "@/lib/web/defer-scripts";

const PAGE =
  '<!DOCTYPE html><html><head><link rel="preload" as="script" fetchPriority="low" href="/a.js"/>' +
  '<link rel="stylesheet" href="/a.css"/><script src="/a.js" async="" nonce="abc"></script>' +
  '<script src="/old.js" noModule="" nonce="abc"></script></head><body><main>Сообщение</main>' +
  '<script nonce="abc">self.data=1</script><script src="/b.js" nonce="abc" id="_R_" async=""></script></body></html>';

describe("a page with deferred scripts", () => {
  it("loads no script during parsing, and all of them in order from its last inline script", () => {
    const late = deferScriptTags(PAGE);
    const [before, after] = late.split("<main>");
    expect(before).toBe(
      '<!DOCTYPE html><html><head><link rel="stylesheet" href="/a.css"/>' +
        '<script src="/old.js" noModule="" nonce="abc"></script></head><body>',
    );
    expect(after).toContain('<script nonce="abc">self.data=1</script>');
    expect(after).toContain('[{"src":"/a.js","id":""},{"src":"/b.js","id":"_R_"}]');
    expect(after).not.toContain("<script src=");
    expect(late).toMatch(/<\/script><\/body><\/html>$/);
  });

  it("starts its scripts after loading and painting, at once in a hidden tab, or after a timeout", () => {
    const [, code = ""] =
      /<main>.*data=1<\/script><script nonce="abc">(.*)<\/script><\/body>/.exec(deferScriptTags(PAGE)) ?? [];
    /** A browser that takes each step on the test's call. */
    const open = (hidden = false) => {
      const waiting: Record<string, () => void> = {};
      const added: string[] = [];
      const wait = (name: string) => (run: () => void) => void Object.assign(waiting, { [name]: run });
      runInNewContext(code, {
        addEventListener: (name: string, run: () => void) => wait(name)(run),
        requestAnimationFrame: (run: () => void) => run(),
        setTimeout: (run: () => void, ms = 0) => (ms === 0 ? run() : wait(`${ms}`)(run)),
        PerformanceObserver: class {
          constructor(run: () => void) {
            wait("paint")(run);
          }
          observe() {}
        },
        document: {
          hidden,
          createElement: () => ({}),
          head: { append: ({ src }: { src: string }) => added.push(src) },
        },
      });
      return { added, happens: (name: string) => waiting[name]?.() };
    };
    const cases: [isHidden: boolean, happens: string[], isStarted: boolean][] = [
      [false, ["load"], false],
      [false, ["3000"], false],
      [false, ["load", "paint", "paint", "10000"], true],
      [false, ["3000", "paint"], true],
      [false, ["10000"], true],
      [true, ["load"], true],
    ];
    for (const [isHidden, names, isStarted] of cases) {
      const page = open(isHidden);
      for (const name of names) page.happens(name);
      expect([names, page.added]).toEqual([names, isStarted ? ["/a.js", "/b.js"] : []]);
    }
  });

  it.each([
    ["a page without a nonce", PAGE.replaceAll(' nonce="abc"', "")],
    ["text that is not a page", "<p>Gone"],
  ])("is not created from %s", (_, html) => expect(deferScriptTags(html)).toBe(html));
});

describe("the response to a public page's URL", () => {
  let server: Server | null = null;
  afterEach(() => void server?.close());

  async function ask(path: string, type: string, body: string, headers: Record<string, string> = {}) {
    server = createServer((request, response) => {
      deferPageScripts(request, response);
      response.writeHead(200, {
        "Content-Type": type,
        "X-Asked": String(request.headers["accept-encoding"]),
      });
      response.write(body.slice(0, 40));
      response.end(Buffer.from(body.slice(40)));
    }).listen(0, "127.0.0.1");
    await new Promise((settle) => server?.once("listening", settle));
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { Accept: "text/html,*/*;q=0.8", ...headers },
    });
    return { text: await answer.text(), headers: answer.headers };
  }

  it.each([
    "/t/abc?lang=ru",
    "/",
    "/?lang=en",
    "/docs",
    "/docs/errors/order.not_found?lang=ru",
    "/pricing",
    "/changelog",
  ])("is a page with deferred scripts, compressed as a whole: %s", async (path) => {
    const { text, headers } = await ask(path, "text/html; charset=utf-8", PAGE);
    expect(text).toBe(deferScriptTags(PAGE));
    expect([headers.get("content-encoding"), headers.get("vary"), headers.get("x-asked")]).toEqual([
      "gzip",
      "Accept-Encoding",
      "identity",
    ]);
  });

  it("is not compressed for a client that does not accept gzip", async () => {
    const { text, headers } = await ask("/t/abc", "text/html", PAGE, { "Accept-Encoding": "identity" });
    expect([text, headers.get("content-encoding")]).toEqual([deferScriptTags(PAGE), null]);
  });

  it("is unchanged if it is not HTML or belongs to another page", async () => {
    expect((await ask("/t/abc", "text/x-component", PAGE)).text).toBe(PAGE);
    server?.close();
    const others: [path: string, accept: string][] = [
      ["/t/abc/state", "text/html"],
      ["/dashboard", "text/html"],
      ["/sign-in", "text/html"],
      ["/docs.md", "text/html"],
      ["/docs/webhooks?_rsc=1", "*/*"],
      ["/docs/search.json", "*/*"],
    ];
    for (const [path, Accept] of others) {
      const other = await ask(path, "text/html", PAGE, { Accept });
      expect([path, other.text, other.headers.get("x-asked")]).toEqual([path, PAGE, "gzip, deflate"]);
      server?.close();
    }
  });
});
