import { inspect, stripVTControlCharacters } from "node:util";
import pino, { type Logger } from "pino";
import { config } from "@/lib/config";
import { describeFailure } from "@/lib/db/pg-errors";
import { findTraceId } from "@/lib/trace";

// Lines are buffered, since a system call per line would take a large part of a request's time.
const WRITE_AT_BYTES = 8_192;
const WRITE_EVERY_MS = 100;

interface Log {
  readonly lines: Logger;
  /** Skips redaction, which takes as long as writing; logRequest names every field it logs. */
  readonly requests: Logger;
  flush(): void;
}

let opened: Log | undefined;

function log(): Log {
  opened ??= open();
  return opened;
}

function open(): Log {
  const output = pino.destination({
    dest: 1,
    sync: true,
    minLength: WRITE_AT_BYTES,
    periodicFlush: WRITE_EVERY_MS,
  });
  process.on("exit", () => output.flushSync());
  const options = { level: config().logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  // Callers below pass only named fields; this is a second safeguard.
  const redact = ["authorization", "key", "token", "*.authorization", "*.key", "*.token"];
  return {
    lines: pino({ ...options, redact, mixin: () => ({ trace_id: findTraceId() }) }, output),
    requests: pino(options, output),
    flush: () => output.flushSync(),
  };
}

/** Client paths, bodies and header values are never logged. */
export function logRequest(record: {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly accountId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly errorId?: string | undefined;
}): void {
  const { requests } = log();
  if (!requests.isLevelEnabled("info")) return;
  requests.info(
    {
      request_id: record.requestId,
      trace_id: findTraceId(),
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

export function logFailure(what: string, error: unknown, fields: Record<string, string> = {}): void {
  log().lines.error({ ...fields, failure: describeFailure(error) }, what);
  log().flush();
}

export function logWarning(what: string, fields: Record<string, unknown> = {}): void {
  log().lines.warn(fields, what);
}

export function logInfo(what: string, fields: Record<string, unknown> = {}): void {
  log().lines.info(fields, what);
}

const MAX_TEXT_LENGTH = 4_000;

/** Turns all other output of the process, such as Next's, into JSON log lines without error details. */
export function takeOverOutput(): void {
  const { lines } = log();
  const say = (level: "info" | "warn" | "error", words: readonly unknown[]): void => {
    const error = words.find((word) => word instanceof Error);
    const text = words
      .filter((word) => !(word instanceof Error))
      .map((word) => (typeof word === "string" ? word : inspect(word, { depth: 2, breakLength: Infinity })))
      .join(" ");
    const reply = stripVTControlCharacters(text).trim().slice(0, MAX_TEXT_LENGTH);
    if (error !== undefined) lines[level]({ failure: describeFailure(error) }, reply || "failure");
    else if (reply !== "") lines[level](reply);
  };
  console.log = console.info = console.debug = (...words) => say("info", words);
  console.warn = console.trace = (...words) => say("warn", words);
  console.error = (...words) => say("error", words);
  // pino writes to the descriptor and bypasses this.
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
