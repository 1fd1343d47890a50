import type { Connection, Pool, Submittable } from "pg";

const MAY_NEED_ESCAPE = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

export function copyValue(value: string | number | null): string {
  if (value === null) return "\\N";
  if (typeof value === "number" || !MAY_NEED_ESCAPE.test(value)) return String(value);
  return value.replace(/[\\\t\n\r]/g, (found) => ESCAPES[found] ?? found);
}

/** Writes many rows at once with COPY, all or none. Rows are lines of `copyValue` values with tabs between them. */
export async function copyRows(pool: Pool, target: string, rows: string): Promise<void> {
  const statement = new CopyIn(`COPY ${target} FROM STDIN`, Buffer.from(rows));
  // The type of pool.query omits Submittable statements.
  await (pool.query as unknown as (statement: Submittable) => Promise<void>)(statement);
}

const COPY_DATA = "d".charCodeAt(0);
const COPY_DONE = Buffer.from([..."c\0\0\0\u0004"].map((byte) => byte.charCodeAt(0)));

/** pg accepts custom statements but has no built-in one for COPY. */
class CopyIn implements Submittable {
  callback: ((error: Error | null) => void) | undefined;

  constructor(
    readonly text: string,
    readonly rows: Buffer,
  ) {}

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  handleCopyInResponse({ stream }: Connection): void {
    const header = Buffer.alloc(5, COPY_DATA);
    header.writeUInt32BE(4 + this.rows.length, 1);
    stream.cork();
    stream.write(header);
    stream.write(this.rows);
    stream.write(COPY_DONE);
    stream.uncork();
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
