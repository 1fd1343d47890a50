import type { ServerResponse } from "node:http";

/**
 * Takes over how a response is written: while it is held, nothing of it is sent, and `finish` answers in its place once
 * its writer has ended. By then the response is its own again, with the status and headers that it was given.
 *
 * @param isHeld asked at each step; a status that is written is known by then
 * @param finish is given the body that was written, and what its writer wants called once all is sent
 */
export function holdResponse(
  response: ServerResponse,
  isHeld: () => boolean,
  finish: (body: Buffer, ended: (() => void) | undefined) => void,
): void {
  const { writeHead, write, end, flushHeaders } = response;
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === "string")
      chunks.push(Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8"));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  Object.assign(response, {
    flushHeaders: () => isHeld() || flushHeaders.call(response),
    writeHead: (status: number, ...rest: unknown[]) => {
      response.statusCode = status;
      if (!isHeld()) return Reflect.apply(writeHead, response, [status, ...rest]);
      const fields = rest.find((value) => typeof value === "object" && value !== null) ?? {};
      for (const [name, value] of Object.entries(fields)) response.setHeader(name, value);
      return response;
    },
    write: (chunk: unknown, ...rest: unknown[]) => {
      if (!isHeld()) return Reflect.apply(write, response, [chunk, ...rest]);
      keep(chunk, rest[0]);
      const called = rest.find(isCallback);
      if (called !== undefined) queueMicrotask(called);
      return true;
    },
    end: (...given: unknown[]) => {
      if (!isHeld()) return Reflect.apply(end, response, given);
      keep(given[0], given[1]);
      Object.assign(response, { writeHead, write, end, flushHeaders });
      finish(Buffer.concat(chunks), given.find(isCallback));
      return response;
    },
  });
}

const isCallback = (value: unknown): value is () => void => typeof value === "function";
