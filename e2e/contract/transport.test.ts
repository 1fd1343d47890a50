import { connect } from "node:net";
import { expect, it } from "vitest";
import { MAX_FORM_BYTES } from "@/lib/http/max-form-bytes";
import { describeOnOwnServers } from "@/testing/adapters";
import { getFields, orderBody } from "@/testing/api-client";
import { PATIENCE_MS } from "@/testing/patience.mjs";

const PATHS: Record<string, string> = {
  "/v1/partner/orders": "GET, HEAD, POST",
  "/v1/delivery/orders/some-id": "GET, HEAD, PUT, PATCH",
  "/v1/partner/orders/some-id/cancel": "POST",
  "/v1/partner/orders/some-id/tracking_link": "POST",
  "/v1/partner/quotes": "POST",
  "/v1/delivery/pricing": "GET, HEAD",
  "/v1/partner/ping": "GET, HEAD",
  "/v1/delivery/events": "GET, HEAD",
};

/** Sends raw bytes and returns the response. */
function raw(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((settle, fail) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("end", () => settle(answer));
    socket.on("error", fail);
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`No response: ${answer}`)));
  });
}

describeOnOwnServers("transport", (stage) => {
  it("every path returns 405 to other methods, with the right Allow and the envelope (REQ-4)", async () => {
    for (const [path, allow] of Object.entries(PATHS)) {
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        if (allow.split(", ").includes(method)) continue;
        const answer = await stage().api.send(method, path);
        expect([path, method, answer.status, answer.headers.get("allow")]).toEqual([
          path,
          method,
          405,
          allow,
        ]);
        if (method === "HEAD") continue;
        expect(answer.error).toMatchObject({ id: "route.method_not_allowed", details: "[]" });
      }
    }
  });

  it("unknown paths under /v1 return 404 in the envelope, never HTML (REQ-4, VER-1, ENV-1)", async () => {
    for (const path of [
      "/v1",
      "/v1/",
      "/v1/partner",
      "/v1/partner/",
      "/v1/other/orders",
      "/v1/partner/pricing",
      "/v1/partner/orders/",
      "/v1/partner/orders/a/b",
      "/v1/partner/orders/a/cancel/",
      "/v1/partner/Orders",
    ]) {
      const answer = await stage().api.get(path);
      expect([path, answer.status, answer.error.id]).toEqual([path, 404, "route.not_found"]);
      expect(answer.headers.get("content-type")).toBe("application/json");
    }
  });

  it("HEAD returns the headers of GET without a body (REQ-3)", async () => {
    const answer = await stage().api.send("HEAD", "/v1/partner/ping");
    expect([answer.status, answer.text]).toEqual([200, ""]);
  });

  it("malformed percent-encoding in a path returns a 400 that names external_order_id (REQ-5)", async () => {
    const answer = await stage().api.get("/v1/partner/orders/%E0%A4%A");
    expect([answer.status, answer.error?.id, getFields(answer)]).toEqual([
      400,
      "validation.partner_payload_invalid",
      ["external_order_id"],
    ]);
  });

  it("a body that is not a JSON object returns a 400 with an empty field name (ERR-7)", async () => {
    const texts = ["{", "[]", "null", "1", '"x"', "", "{'a':1}", "\u0000", `${"[".repeat(100_000)}`];
    for (const text of texts) {
      const answer = await stage().api.send("POST", "/v1/delivery/orders", text);
      expect([answer.status, answer.error.id, getFields(answer)]).toEqual([
        400,
        "validation.delivery_payload_invalid",
        [""],
      ]);
    }
  });

  it("a body must be uncompressed JSON in UTF-8 (REQ-1)", async () => {
    const send = (headers: Record<string, string>, body: unknown = orderBody()) =>
      stage().api.send("POST", "/v1/partner/orders", body, headers);
    expect((await send({ "Content-Type": "application/json; charset=utf-8" })).status).toBe(201);
    expect((await send({ "Content-Type": "APPLICATION/JSON" })).status).toBe(201);
    for (const headers of [
      { "Content-Type": "text/plain" },
      { "Content-Type": "application/x-www-form-urlencoded" },
      { "Content-Type": "application/json; charset=utf-16" },
      { "Content-Encoding": "gzip" },
    ]) {
      const answer = await send(headers as Record<string, string>);
      expect([answer.status, getFields(answer)]).toEqual([400, [""]]);
    }
  });

  it("a body of more than 32 levels or 20,000 values is a 400, also for a known identifier (REQ-9, CRE-2)", async () => {
    const body = orderBody();
    const withExtra = (extra: string) => `${JSON.stringify(body).slice(0, -1)},"extra":${extra}}`;
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    // The order's own values are fewer than a hundred.
    const listed = (values: number) => `[${Array<string>(values).fill("0").join()}]`;
    expect((await stage().api.create(withExtra(nested(31)))).status).toBe(201);
    expect((await stage().api.create(withExtra(listed(19_900)))).status).toBe(200);
    expect((await stage().api.create(withExtra(JSON.stringify(nested(5_000))))).status).toBe(200);
    for (const [extra, message] of [
      [nested(32), "must not be nested more than 32 levels deep"],
      [nested(100_000), "must not be nested more than 32 levels deep"],
      [listed(20_001), "must contain at most 20000 values"],
    ] as const) {
      const answer = await stage().api.create(withExtra(extra));
      expect([answer.status, JSON.parse(answer.error.details)]).toEqual([400, [{ field: "", message }]]);
    }
  });

  it("a batch has the same levels and up to 250,000 values (REQ-9)", async () => {
    const send = (extra: string) =>
      stage().api.send(
        "POST",
        "/v1/partner/batches",
        `{"orders":[${JSON.stringify(orderBody()).slice(0, -1)},"extra":${extra}}]}`,
      );
    expect((await send(`[${"0,".repeat(249_000)}0]`)).status).toBe(201);
    for (const extra of [`[${"0,".repeat(250_000)}0]`, "[".repeat(20_000) + "]".repeat(20_000)]) {
      const answer = await send(extra);
      expect([answer.status, getFields(answer)]).toEqual([400, [""]]);
    }
  });

  it("a body over 256 KiB returns 413, to the byte, with and without Content-Length (LIM-13)", async () => {
    const sized = (bytes: number) => {
      const body = JSON.stringify(orderBody());
      return `${body.slice(0, -1)},"pad":"${"x".repeat(bytes - Buffer.byteLength(body) - 9)}"}`;
    };
    expect(Buffer.byteLength(sized(262_144))).toBe(262_144);
    expect((await stage().api.create(sized(262_144))).status).toBe(201);
    const over = await stage().api.create(sized(262_145));
    expect([over.status, over.error.id]).toEqual([413, "payload.too_large"]);
    const chunked = await fetch(`${stage().server.baseUrl}/v1/partner/orders`, {
      method: "POST",
      headers: { Authorization: `Bearer ${stage().shop.key}`, "Content-Type": "application/json" },
      body: new Blob([sized(400_000)]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(chunked.status).toBe(413);
    await chunked.body?.cancel();
    expect((await stage().api.get("/v1/partner/ping")).status).toBe(200);
  });

  it("every response carries X-Request-Id, the client's own when it is valid (REQ-2)", async () => {
    const own = await stage().api.send("GET", "/v1/partner/ping", undefined, {
      "X-Request-Id": "abc-123.x:Y_",
    });
    expect(own.headers.get("x-request-id")).toBe("abc-123.x:Y_");
    for (const id of ["a b", "x".repeat(129), "<script>"]) {
      const answer = await stage().api.send("GET", "/v1/partner/nowhere", undefined, {
        "X-Request-Id": id,
      });
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("two Authorization headers are rejected", async () => {
    const header = `Authorization: Bearer ${stage().shop.key}\r\n`;
    const answer = await raw(
      stage().server.baseUrl,
      `GET /v1/partner/ping HTTP/1.1\r\nHost: x\r\n${header}${header}Connection: close\r\n\r\n`,
    );
    // Next's own server keeps the first of the two before any handler sees them.
    expect(answer.split("\r\n")[0]).toBe(
      stage().adapter === "server" ? "HTTP/1.1 401 Unauthorized" : "HTTP/1.1 200 OK",
    );
  });

  it("TRACE and unknown methods are rejected with a 4xx", async () => {
    if (stage().adapter === "next") return;
    const trace = await raw(
      stage().server.baseUrl,
      "TRACE /v1/partner/ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    expect(trace.split("\r\n")[0]).toBe("HTTP/1.1 405 Method Not Allowed");
    expect(trace.toLowerCase()).toContain("\r\nallow: get, head\r\n");
    const unknown = await raw(stage().server.baseUrl, "FOO /v1/partner/ping HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(unknown.split("\r\n")[0]).toBe("HTTP/1.1 400 Bad Request");
  });

  const get = (target: string, ...headers: string[]) =>
    raw(
      stage().server.baseUrl,
      `GET ${target} HTTP/1.1\r\n${["Host: x", ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`,
    );
  const getStatus = (answer: string) => Number(answer.split(" ", 2)[1]);
  const getEnvelope = (answer: string) => JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)).error;

  it("malformed requests return a 4xx, in the envelope below /v1", async () => {
    if (stage().adapter === "next") return;
    const host = await raw(
      stage().server.baseUrl,
      "GET /v1/delivery/ping HTTP/1.1\r\nHost: a b@c/?#\r\nConnection: close\r\n\r\n",
    );
    expect([getStatus(host), getEnvelope(host).id]).toEqual([400, "validation.delivery_payload_invalid"]);
    expect(host.toLowerCase()).toContain("\r\nx-request-id: ");
    for (const path of ["/v1/delivery/ping", "/healthz"]) {
      expect(getStatus(await get(path, "hOST: y"))).toBe(400);
      expect(getStatus(await get(path, "Host: x"))).toBe(400);
      expect(getStatus(await get(`http://x${path}`, "Host: y"))).toBe(400);
    }
    const slash = await get("/v1/partner\\ping");
    expect([getStatus(slash), getEnvelope(slash).id]).toEqual([404, "route.not_found"]);
    const { baseUrl } = stage().server;
    const star = await raw(baseUrl, "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(getStatus(star)).toBe(404);
    expect(getStatus(await raw(baseUrl, "CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n"))).toBe(405);
  });

  it("repeated slashes, expectations and lower-case methods are answered in the envelope (REQ-6)", async () => {
    if (stage().adapter === "next") return;
    for (const target of ["//v1/partner/ping", "///v1/delivery/ping", "//v1", "/v1//partner/ping"]) {
      const answer = await get(target);
      expect([target, getStatus(answer), getEnvelope(answer).id]).toEqual([target, 404, "route.not_found"]);
    }
    const expecting = await get("/v1/partner/ping", "Expect: something");
    expect([getStatus(expecting), getEnvelope(expecting).id]).toEqual([401, "auth.key_missing"]);
    const lower = await raw(stage().server.baseUrl, "get /v1/delivery/ping HTTP/1.1\r\nHost: x\r\n\r\n");
    expect([getStatus(lower), getEnvelope(lower).id]).toEqual([400, "validation.delivery_payload_invalid"]);
  });

  it("a path that is not percent-encoded returns a 400 in the envelope with an X-Request-Id (REQ-2, REQ-6)", async () => {
    if (stage().adapter === "next") return;
    const answer = await get("/v1/delivery/orders/заказ");
    expect([getStatus(answer), getEnvelope(answer).id]).toEqual([400, "validation.delivery_payload_invalid"]);
    expect(answer).toMatch(/\r\nX-Request-Id: [\w-]{36}\r\n/);
    expect(getStatus(await get("/заказ"))).toBe(400);
    expect(getStatus(await get("/v1/partner/ping", `X-Long: ${"x".repeat(20_000)}`))).toBe(431);
  });

  it("a malformed form returns 400 and one over 2 MB returns 413, for any client", async () => {
    if (stage().adapter === "next") return;
    const { baseUrl } = stage().server;
    const send = (path: string, body: Uint8Array<ArrayBuffer>) => {
      const headers = { Origin: baseUrl, "Content-Type": "multipart/form-data; boundary=x" };
      return fetch(baseUrl + path, { method: "POST", headers, body });
    };
    // No byte follows the refused ones: the service would close the connection while this test still sends.
    for (const path of ["/sign-in", "/dashboard/orders"]) {
      for (const type of ["multipart/form-data; boundary=x", "text/plain"]) {
        const head = `POST ${path} HTTP/1.1\r\nHost: ${new URL(baseUrl).host}\r\nOrigin: ${baseUrl}\r\nContent-Type: ${type}`;
        const answer = await raw(
          baseUrl,
          `${head}\r\nConnection: close\r\nContent-Length: ${MAX_FORM_BYTES + 1}\r\n\r\n`,
        );
        expect([path, type, getStatus(answer)]).toEqual([path, type, 413]);
      }
    }
    for (const body of [
      "A".repeat(300),
      "--x\r\nno header",
      "--x\r\nContent-Disposition: form-data\r\n\r\n",
      "",
    ])
      expect([body, (await send("/sign-in", new TextEncoder().encode(body))).status]).toEqual([body, 400]);
    expect((await send("/sign-in", new Uint8Array(1024 * 1024).fill(65))).status).toBe(400);
    for (const path of ["/sign-in", "/dashboard/orders"]) {
      // A chunk in the middle of the form.
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=x`;
      const answer = await raw(baseUrl, `${head}\r\n\r\n300000\r\n${"A".repeat(MAX_FORM_BYTES + 1)}`);
      expect([path, getStatus(answer)]).toEqual([path, 413]);
    }
    expect(stage().server.output()).not.toContain("page failed");
  });

  it("path and method are checked before the key (ERR-8)", async () => {
    const api = stage().client(null);
    expect((await api.get("/v1/partner/nowhere")).status).toBe(404);
    expect((await api.send("OPTIONS", "/v1/partner/ping")).status).toBe(405);
    expect((await api.get("/v1/partner/ping")).status).toBe(401);
  });

  it("an absolute request target and an upgrade request get an ordinary response", async () => {
    if (stage().adapter === "next") return;
    const key = `Authorization: Bearer ${stage().shop.key}`;
    expect(getStatus(await get("http://api.example/v1/partner/ping", key))).toBe(200);
    for (const protocol of ["h2c", "websocket"]) {
      const upgrade = [`Upgrade: ${protocol}`, "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA"];
      expect(getStatus(await get("/healthz", ...upgrade))).toBe(200);
      expect(getStatus(await get("/v1/partner/ping", key, ...upgrade))).toBe(200);
    }
  });

  it("an interrupted upload is not logged as a failure of the service", async () => {
    if (stage().adapter === "next") return;
    const { hostname, port } = new URL(stage().server.baseUrl);
    const requestId = `broken-${process.pid}`;
    await new Promise<void>((settle) => {
      const socket = connect(Number(port), hostname, () => {
        const headers = `Host: x\r\nAuthorization: Bearer ${stage().shop.key}\r\nX-Request-Id: ${requestId}`;
        socket.write(`POST /v1/partner/orders HTTP/1.1\r\n${headers}\r\nContent-Length: 1000\r\n\r\n{"ext`);
        setImmediate(() => socket.resetAndDestroy());
      });
      socket.on("close", () => settle());
    });
    const lines = () =>
      stage()
        .server.output()
        .split("\n")
        .filter((line) => line.includes(requestId))
        .map((line) => JSON.parse(line));
    await expect.poll(lines).toHaveLength(1);
    expect(lines()[0]).toMatchObject({ level: 30, status: 400 });
  });

  it("the log has one line of JSON for each request, even a malformed one", async () => {
    if (stage().adapter === "next") return;
    const wild = ["\u001b[31mred\u001b[0m", "a\tb", "x".repeat(10_000), '{"level":60}\\n'];
    for (const text of wild) {
      await get(
        `/v1/partner/orders/${encodeURIComponent(text)}`,
        `X-Request-Id: ${text.replace(/[\n\r]/g, "")}`,
      );
      await get(
        "/v1/partner/ping%0d%0aforged",
        `User-Agent: ${text}`,
        `Authorization: Bearer ${stage().shop.key}`,
      );
    }
    const lines = stage().server.output().trim().split("\n");
    for (const line of lines) {
      expect(() => JSON.parse(line)).not.toThrow();
      expect(line.length).toBeLessThan(4_000);
    }
  });

  it("unknown URLs return 404, and forms of other sites return 403", async () => {
    if (stage().adapter === "next") return;
    for (const path of ["/docs/%ff", "/courier/enter/%", "/_global-error", "/_error", "/500", "/docs\\x"]) {
      expect([path, getStatus(await get(path))]).toEqual([path, 404]);
    }
    const { baseUrl } = stage().server;
    for (const origin of ["https://elsewhere.example", "null"]) {
      const { status } = await fetch(`${baseUrl}/sign-in`, {
        method: "POST",
        headers: { Origin: origin, "Next-Action": "x".repeat(42) },
        body: new FormData(),
      });
      expect([origin, status]).toEqual([origin, 403]);
    }
    // Once it has served a page, Next listens for upgrades where it can.
    expect(getStatus(await get("/docs"))).toBe(200);
    for (const protocol of ["h2c", "websocket"]) {
      for (const path of ["/healthz", "/docs"]) {
        const answer = await get(path, `Upgrade: ${protocol}`, "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA");
        expect([protocol, path, getStatus(answer)]).toEqual([protocol, path, 200]);
      }
    }
    // While it starts on a busy machine, it may not be ready yet, and waits too long for the database.
    const lines = stage().server.output().split("\n");
    const failures = lines.filter(
      (line) => /"level":[56]0/.test(line) && !/"msg":"(not ready|models not loaded)"/.test(line),
    );
    expect(failures).toEqual([]);
  });
});
