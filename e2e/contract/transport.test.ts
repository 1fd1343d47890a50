import { connect } from "node:net";
import { expect, it } from "vitest";
import { fieldsOf, orderBody } from "@/e2e/harness/api-client";
import { onBothLanes } from "@/e2e/harness/lanes";

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

/** Sends bytes as they are and answers with what comes back. */
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
    socket.setTimeout(20_000, () => socket.destroy());
  });
}

onBothLanes("transport", (stage) => {
  it("every path answers other methods with 405, the right Allow and the envelope", async () => {
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

  it("unknown paths under /v1 are 404 in the envelope, never HTML", async () => {
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

  it("HEAD answers as GET without a body", async () => {
    const answer = await stage().api.send("HEAD", "/v1/partner/ping");
    expect([answer.status, answer.text]).toEqual([200, ""]);
  });

  it("malformed percent-encoding in a path is a 400 that names external_order_id", async () => {
    const answer = await stage().api.get("/v1/partner/orders/%E0%A4%A");
    expect([answer.status, answer.error?.id, fieldsOf(answer)]).toEqual([
      400,
      "validation.partner_payload_invalid",
      ["external_order_id"],
    ]);
  });

  it("a body that is not JSON, or not an object, is a 400 that names the field with no name", async () => {
    const texts = ["{", "[]", "null", "1", '"x"', "", "{'a':1}", "\u0000", `${"[".repeat(100_000)}`];
    for (const text of texts) {
      const answer = await stage().api.send("POST", "/v1/delivery/orders", text);
      expect([answer.status, answer.error.id, fieldsOf(answer)]).toEqual([
        400,
        "validation.delivery_payload_invalid",
        [""],
      ]);
    }
  });

  it("the body is JSON in UTF-8, uncompressed", async () => {
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
      expect([answer.status, fieldsOf(answer)]).toEqual([400, [""]]);
    }
  });

  it("a body over 256 KiB is a 413, to the byte, with and without Content-Length", async () => {
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

  it("every answer carries X-Request-Id, the client's own when it is sane", async () => {
    const own = await stage().api.send("GET", "/v1/partner/ping", undefined, {
      "X-Request-Id": "abc-123.x:Y_",
    });
    expect(own.headers.get("x-request-id")).toBe("abc-123.x:Y_");
    for (const id of ["a b", "x".repeat(129), "<script>"]) {
      const answer = await stage().api.send("GET", "/v1/partner/nowhere", undefined, { "X-Request-Id": id });
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("two Authorization headers are refused", async () => {
    const header = `Authorization: Bearer ${stage().shop.key}\r\n`;
    const answer = await raw(
      stage().server.baseUrl,
      `GET /v1/partner/ping HTTP/1.1\r\nHost: x\r\n${header}${header}Connection: close\r\n\r\n`,
    );
    // Next's own server keeps the first of the two before any handler sees them.
    expect(answer.split("\r\n")[0]).toBe(
      stage().lane === "server" ? "HTTP/1.1 401 Unauthorized" : "HTTP/1.1 200 OK",
    );
  });

  it("TRACE and unknown methods are refused without an error", async () => {
    if (stage().lane === "next") return;
    const trace = await raw(
      stage().server.baseUrl,
      "TRACE /v1/partner/ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    expect(trace.split("\r\n")[0]).toBe("HTTP/1.1 405 Method Not Allowed");
    expect(trace.toLowerCase()).toContain("\r\nallow: get, head\r\n");
    const unknown = await raw(stage().server.baseUrl, "FOO /v1/partner/ping HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(unknown.split("\r\n")[0]).toBe("HTTP/1.1 400 Bad Request");
  });
});
