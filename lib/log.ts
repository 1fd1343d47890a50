import { inspect, stripVTControlCharacters } from "node:util";
import pino, { type Logger } from "pino";
import { config } from "@/lib/config";
import { describeFailure } from "@/lib/db/failure";

let logger: Logger | undefined;

function log(): Logger {
  logger ??= pino({
    level: config().logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Callers below pass named fields only; this is the second net.
    redact: ["authorization", "key", "token", "*.authorization", "*.key", "*.token"],
  });
  return logger;
}

/** One answered API request. Paths, bodies and header values of clients never enter the log. */
export interface RequestRecord {
  readonly requestId: string;
  readonly method: string;
  /** The path's template. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly accountId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly errorId?: string | undefined;
}

export function logRequest(record: RequestRecord): void {
  log().info(
    {
      request_id: record.requestId,
      method: record.method,
      route: record.route,
      status: record.status,
      ms: Math.round(record.durationMs * 10) / 10,
      account_id: record.accountId,
      key_id: record.keyId,
      error_id: record.errorId,
    },
    "request",
  );
}

/** A failure that nobody foresaw, with what may be said of it. */
export function logFailure(what: string, error: unknown, fields: Record<string, string> = {}): void {
  log().error({ ...fields, failure: describeFailure(error) }, what);
}

export function logInfo(what: string, fields: Record<string, unknown> = {}): void {
  log().info(fields, what);
}

const MOST_TEXT = 4_000;

/**
 * Has everything that others print in this process, such as Next's lines and Node's warnings, come out as lines of the
 * log: one of JSON for each, whatever it holds. Of an error they come to no more than of one of ours.
 */
export function takeOverOutput(): void {
  const lines = log();
  const say = (level: "info" | "warn" | "error", words: readonly unknown[]): void => {
    const error = words.find((word) => word instanceof Error);
    const text = words
      .filter((word) => !(word instanceof Error))
      .map((word) => (typeof word === "string" ? word : inspect(word, { depth: 2, breakLength: Infinity })))
      .join(" ");
    const said = stripVTControlCharacters(text).trim().slice(0, MOST_TEXT);
    if (error !== undefined) lines[level]({ failure: describeFailure(error) }, said || "failure");
    else if (said !== "") lines[level](said);
  };
  console.log = console.info = console.debug = (...words) => say("info", words);
  console.warn = console.trace = (...words) => say("warn", words);
  console.error = (...words) => say("error", words);
  // pino writes to the descriptor itself and does not come through here.
  const writer =
    (level: "info" | "error") =>
    (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
      say(level, [typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()]);
      const done = rest.at(-1);
      if (typeof done === "function") process.nextTick(done as () => void);
      return true;
    };
  process.stdout.write = writer("info");
  process.stderr.write = writer("error");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => say("warn", [warning.message]));
}
