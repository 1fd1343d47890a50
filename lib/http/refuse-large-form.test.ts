import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { MAX_FORM_BYTES } from "@/lib/http/max-form-bytes";
import { refuseLargeForm } from "@/lib/http/refuse-large-form";

const CHUNK = 64 * 1024;
const SENT = `${CHUNK.toString(16)}\r\n${"A".repeat(CHUNK)}\r\n`;

describe("a chunked form", () => {
  let server: Server | null = null;
  afterEach(() => void server?.close());

  /** Sends chunks to a page that responds with the bytes it has got. Without its end, the form never ends. */
  async function send(chunks: number, end: string): Promise<{ answer: string; got: () => number }> {
    let size = 0;
    server = createServer((request, response) => {
      response.setHeader("X-Common", "yes");
      refuseLargeForm(request, response);
      // Next's compression does not take headers in a list.
      const { writeHead } = response;
      response.writeHead = (status: number, headers?: unknown) => {
        if (headers !== undefined) throw new TypeError("Invalid headers");
        return writeHead.call(response, status);
      };
      request.on("error", () => {});
      request.on("data", ({ length }: Buffer) => {
        size += length;
      });
      request.once("close", () => {
        response.setHeader("Content-Type", "text/plain");
        response.end(String(size));
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (let sent = 0; sent < chunks; sent += 1) socket.write(SENT);
    socket.write(end);
    let answer = "";
    for await (const text of socket) answer += text;
    return { answer, got: () => size };
  }

  it("is rejected with 413 before its end, once it is too large", async () => {
    const { answer, got } = await send(MAX_FORM_BYTES / CHUNK, "1\r\nA\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*X-Common: yes\r\n/s);
    expect(answer.endsWith("\r\n\r\n")).toBe(true);
    expect(got()).toBeLessThanOrEqual(MAX_FORM_BYTES);
  });

  it("reaches its page in full up to the limit", async () => {
    const { answer } = await send(MAX_FORM_BYTES / CHUNK, "0\r\n\r\n");
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 200 .*\\r\\n${MAX_FORM_BYTES}$`, "s"));
  });
});
