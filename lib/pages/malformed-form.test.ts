import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { refuseMalformedForm } from "@/lib/pages/malformed-form";

const BOUNDARY = "----WebKitFormBoundaryAbCdEfGhIjKlMnOp";
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const FORM = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="email"\r\n\r\na@b.example\r\n--${BOUNDARY}--\r\n`;

describe("a page that answers 500 to a form", () => {
  let server: Server | null = null;
  afterEach(() => void server?.close());

  /** Opens a page whose failure comes with the first bytes of a body, or once all of it has arrived. */
  async function openPage(when: "data" | "end"): Promise<number> {
    const fail = (response: ServerResponse) => {
      response.writeHead(500, { "Content-Type": "text/html" });
      response.end("failed");
    };
    server = createServer((request, response) => {
      refuseMalformedForm(request, response);
      request.once(when, () => fail(response)).resume();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }

  const post = async (port: number, body: string, type = TYPE): Promise<[number, string]> => {
    const headers = { "Content-Type": type };
    const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body });
    return [response.status, await response.text()];
  };

  it.each(["data", "end"] as const)(
    "answers 400 instead if the form cannot be read, failing at %s",
    async (when) => {
      const port = await openPage(when);
      for (const body of ["A".repeat(300), `--${BOUNDARY}\r\nno header`, FORM.slice(0, 60)])
        expect([body, ...(await post(port, body))]).toEqual([body, 400, ""]);
      expect(await post(port, FORM)).toEqual([500, "failed"]);
      expect(await post(port, "A".repeat(300), "text/plain")).toEqual([500, "failed"]);
    },
  );

  it("waits for the rest of the form before it judges", async () => {
    const port = await openPage("data");
    const socket = connect(port, "127.0.0.1");
    const head = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${TYPE}\r\n`;
    socket.write(`${head}Content-Length: ${FORM.length}\r\n\r\n${FORM.slice(0, 20)}`);
    await once(server as Server, "request");
    socket.write(FORM.slice(20));
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 500 .*failed/s);
  });
});
