import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { findPrefix, PREFIXES } from "@/lib/http/errors";
import { errorReply } from "@/lib/http/reply";
import { findUrl } from "@/lib/urls";

/** Node's default responses without a clientError listener; any other error gets a 400. */
const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

const ISSUE = { field: "", message: "must be a valid HTTP/1.1 request; percent-encode its path" };

/** Refuses bytes that are not a valid HTTP request, such as an unencoded path, and ends the connection. */
export function refuseUnreadable(
  error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer },
  socket: Duplex & { readonly _httpMessage?: ServerResponse | null },
): void {
  // Node's own check: once a response has begun, a second one cannot be sent.
  if (!socket.writable || socket._httpMessage?.headersSent === true) return void socket.destroy(error);
  const line = STATUS_LINES[error.code ?? ""];
  const target = /^[A-Z]+ (\/\S*)/i.exec(error.rawPacket?.toString("latin1") ?? "")?.[1] ?? "";
  if (line !== undefined || findUrl(target).url.handler !== "api") {
    socket.end(`HTTP/1.1 ${line ?? "400 Bad Request"}\r\nConnection: close\r\n\r\n`);
    return;
  }
  const prefix = findPrefix(target) ?? PREFIXES[0];
  const { body, headers } = errorReply("INVALID_PAYLOAD", prefix, { "X-Request-Id": randomUUID() }, [ISSUE]);
  const sent = { ...headers, "Content-Length": String(Buffer.byteLength(body)), Connection: "close" };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join("")}\r\n${body}`);
}
