import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";

/** A received request, with the exact bytes of its body. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** The event's id, the same in every attempt. */
  readonly id: string;
}

/** Writes a receiver's response; `count` is the number of requests so far, including this one. */
export type Responder = (response: ServerResponse, received: ReceivedRequest, count: number) => void;

/** An HTTP server like one of our clients'. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** Everything received, in order. */
  readonly received: readonly ReceivedRequest[];
  /** Returns the number of connections opened, including those without a request. */
  connections(): number;
  close(): Promise<void>;
}

/** Responds with 200 at once. */
export const accept: Responder = (response) => {
  response.writeHead(200).end("ok");
};

/** Never responds. */
export const hang: Responder = () => {};

// Self-signed for wrong.example, and its key is no secret: the certificate of a misconfigured receiver.
const WRONG_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBojCCAUegAwIBAgIUC1EkwoVbjlGTSHtWUcvvfpl+BVcwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNd3JvbmcuZXhhbXBsZTAgFw0yNjExMjExMjEzMjFaGA8yMTI2
MTAyODEyMTMyMVowGDEWMBQGA1UEAwwNd3JvbmcuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABAXRmigVUztsjDfZ/mfwMnsY9kuK6tVb78gvYdz/8ZoZ
dMMB5NoqkL4x5INvcQEt/wFrzn3iWE7lxgJdPOiZcw+jbTBrMB0GA1UdDgQWBBTG
MYjOqxMRpjeCeZelxenKghtglTAfBgNVHSMEGDAWgBTGMYjOqxMRpjeCeZelxenK
ghtglTAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDXdyb25nLmV4YW1wbGUw
CgYIKoZIzj0EAwIDSQAwRgIhAJ9pIWUq7Ccg0L1ggw4ALhgggoCavxN/YhYi1nEH
54FcAiEA8KdcJKNBNEUF1idTSmFztDuPWZStBTi6w3PL/TZPs6w=
-----END CERTIFICATE-----`;
const WRONG_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBZf0j76nvCGnLUL4
/2cJb+E8Pce6N7zNlDC5AGSrclKhRANCAAQF0ZooFVM7bIw32f5n8DJ7GPZLiurV
W+/IL2Hc//GaGXTDAeTaKpC+MeSDb3EBLf8Ba8594lhO5cYCXTzomXMP
-----END PRIVATE KEY-----`;

/** Starts a receiver on a free port of this machine. */
export async function startReceiver(
  answer: Responder = accept,
  options: { tls?: boolean } = {},
): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  // A port may have been another receiver's, whose clients still retry.
  const prefix = `/${randomUUID()}`;
  const sockets = new Set<Socket>();
  let connections = 0;
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    response.on("error", () => {});
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.url?.startsWith(prefix) !== true) return response.writeHead(404).end();
      const body = Buffer.concat(chunks).toString("utf8");
      const id = String(request.headers["webhook-id"] ?? "");
      const one = { path: request.url.slice(prefix.length), headers: request.headers, body, id };
      received.push(one);
      answer(response, one, received.length);
    });
  };
  const server: Server =
    options.tls === true
      ? createTlsServer({ cert: WRONG_CERTIFICATE, key: WRONG_KEY }, listener)
      : createServer(listener);
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${options.tls === true ? "https" : "http"}://127.0.0.1:${port}${prefix}/hook`,
    port,
    received,
    connections: () => connections,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
