import type { Duplex } from "node:stream";
import type { Client, Connection, Pool, Submittable } from "pg";

const MAY_NEED_ESCAPE = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

export function copyValue(value: string | number | null): string {
  if (value === null) return "\\N";
  if (typeof value === "number" || !MAY_NEED_ESCAPE.test(value)) return String(value);
  return value.replace(/[\\\t\n\r]/g, (found) => ESCAPES[found] ?? found);
}

/** Writes many rows at once with COPY, all or none. Rows are lines of `copyValue` values with tabs between them. */
export async function copyRows(pool: Pool, target: string, rows: string): Promise<void> {
  const data = Buffer.from(rows);
  const statement = new CopyIn(`COPY ${target} FROM STDIN`, (stream) => {
    stream.cork();
    stream.write(frameRows(data));
    stream.write(COPY_DONE);
    stream.uncork();
  });
  // The type of pool.query omits Submittable statements.
  await (pool.query as unknown as (statement: Submittable) => Promise<void>)(statement);
}

/** Copies the rows of a query into a table of another server as they arrive. After an error, close both clients. */
export function pipeRows(from: Client, select: string, to: Client, target: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (error: Error | null) => (error === null ? resolve() : reject(error));
    const copyIn = new CopyIn(`COPY ${target} FROM STDIN`, (stream) => {
      const copyOut = new CopyOut(`COPY (${select}) TO STDOUT`, stream);
      copyOut.callback = (error) => (error === null ? stream.write(COPY_DONE) : reject(error));
      from.query(copyOut);
    });
    copyIn.callback = finish;
    to.query(copyIn);
  });
}

const COPY_DATA = "d".charCodeAt(0);
const COPY_DONE = Buffer.from([..."c\0\0\0\u0004"].map((byte) => byte.charCodeAt(0)));

/** Also copies the rows: the driver reuses the buffers that it reads into. */
function frameRows(rows: Buffer): Buffer {
  const message = Buffer.allocUnsafe(5 + rows.length);
  message[0] = COPY_DATA;
  message.writeUInt32BE(4 + rows.length, 1);
  rows.copy(message, 5);
  return message;
}

/** pg accepts custom statements but has no built-in ones for COPY. */
abstract class Copy implements Submittable {
  callback: ((error: Error | null) => void) | undefined;

  constructor(readonly text: string) {}

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.#end(error);
  }

  handleReadyForQuery(): void {
    this.#end(null);
  }

  #end(error: Error | null): void {
    const { callback } = this;
    this.callback = undefined;
    callback?.(error);
  }
}

class CopyIn extends Copy {
  constructor(
    text: string,
    readonly feed: (stream: Duplex) => void,
  ) {
    super(text);
  }

  handleCopyInResponse({ stream }: Connection): void {
    this.feed(stream as Duplex);
  }
}

class CopyOut extends Copy {
  constructor(
    text: string,
    readonly target: Duplex,
  ) {
    super(text);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }, { stream }: Connection): void {
    if (this.target.write(frameRows(chunk)) || stream.isPaused()) return;
    stream.pause();
    this.target.once("drain", () => stream.resume());
  }
}
