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
