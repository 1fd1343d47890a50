import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { refuseUnreadable } from "@/lib/http/refuse-unreadable";

describe("a malformed HTTP request", () => {
  let server: Server | null = null;
  afterEach(() => void server?.close());

  async function send(bytes: string): Promise<string> {
    server = createServer((_, response) => response.end("fine")).listen(0, "127.0.0.1");
    server.on("clientError", refuseUnreadable);
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(bytes);
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    return answer;
  }

  it("gets a 400 below /v1, in the error format of the path's prefix", async () => {
    const answer = await send("GET /v1/delivery/orders/заказ HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\nX-Request-Id: [\w-]{36}\r\n/);
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({
      success: false,
      error: { id: "validation.delivery_payload_invalid" },
    });
  });

  it("gets the default response of Node on other paths", async () => {
    expect(await send("GET /заказ HTTP/1.1\r\nHost: x\r\n\r\n")).toBe(
      "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n",
    );
    const long = `GET /v1/partner/ping HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`;
    expect(await send(long)).toMatch(/^HTTP\/1\.1 431 /);
  });
});
