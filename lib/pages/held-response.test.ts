import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { holdResponse } from "@/lib/pages/held-response";

describe("a response that is held back", () => {
  let server: Server | null = null;
  afterEach(() => void server?.close());

  /** What arrives of an answer, whose 500s are held and told anew. */
  async function ask(write: (response: ServerResponse) => void): Promise<[status: number, text: string]> {
    server = createServer((_, response) => {
      holdResponse(
        response,
        () => response.statusCode === 500,
        (body, sent) => {
          response.statusCode = 503;
          response.end(`instead of ${body} as ${response.getHeader("x-kind")}`, sent);
        },
      );
      write(response);
    }).listen(0, "127.0.0.1");
    await new Promise((settle) => server?.once("listening", settle));
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}`);
    return [answer.status, await answer.text()];
  }

  it("is answered in its place, once it has ended, and its writer hears of every part", async () => {
    const heard: string[] = [];
    const [status, text] = await ask((response) => {
      response.writeHead(500, { "X-Kind": "failure" });
      response.flushHeaders();
      response.write("вся ", () => heard.push("written"));
      response.write(Buffer.from("6f6c", "hex"));
      response.end("64", "hex", () => heard.push("ended"));
    });
    expect([status, text]).toEqual([503, "instead of вся old as failure"]);
    expect(heard.toSorted()).toEqual(["ended", "written"]);
  });

  it("is let through as it is written where it is not", async () => {
    let sentAtOnce = false;
    const [status, text] = await ask((response) => {
      response.writeHead(404, { "X-Kind": "page" });
      response.write("not ");
      sentAtOnce = response.headersSent;
      response.end("here");
    });
    expect([status, text, sentAtOnce]).toEqual([404, "not here", true]);
  });
});
