import type { Prisma } from "@/lib/db/generated/client";

export const LOCK_TIMEOUT = "55P03";

const UNIQUE_VIOLATION = "23505";
const CHECK_VIOLATION = "23514";

// Connections (08, 57P), resources (53, 58), read-only standby (25006), timeouts (25P03, 25P04, 57014,
// 55P03), and conflicts that outlast the retries (40001, 40P01).
const UNAVAILABLE_STATE = /^(08...|57P..|53...|58...|57014|25006|25P03|25P04|55P03|40001|40P01)$/;
const LOST_TO_RIVAL = new Set(["40001", "40P01"]);
const UNAVAILABLE_PRISMA = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028"]);
const UNAVAILABLE_TEXT =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Transaction expired|Connection terminated|Can't reach database server|not queryable/i;
const UNAVAILABLE_NETWORK = /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET)/;

interface AdapterCause {
  readonly originalCode?: string;
  readonly constraint?: { readonly index?: string };
}

/** By name, since pages have another copy of Prisma than the models that they call. */
const isKnownRequestError = (error: unknown): error is Prisma.PrismaClientKnownRequestError =>
  error instanceof Error && error.name === "PrismaClientKnownRequestError";

function adapterCause(error: unknown): AdapterCause | undefined {
  if (!isKnownRequestError(error)) return undefined;
  const meta = error.meta as { driverAdapterError?: { cause?: AdapterCause } } | undefined;
  return meta?.driverAdapterError?.cause;
}

export function sqlState(error: unknown): string | undefined {
  const fromCause = adapterCause(error)?.originalCode;
  if (fromCause !== undefined) return fromCause;
  // Node errors have codes too, some of them five letters long, such as EPIPE; only PostgreSQL's have a severity.
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return typeof code === "string" && typeof severity === "string" ? code : undefined;
}

/** Whether the lock timeout was for a row, not for a whole table. */
export function isRowLockTimeout(error: unknown): boolean {
  // PostgreSQL adds a context ("while inserting index tuple …") only for row locks.
  return sqlState(error) === LOCK_TIMEOUT && (error as { where?: string }).where !== undefined;
}

export function isUniqueViolation(error: unknown, index: string): boolean {
  if (sqlState(error) !== UNIQUE_VIOLATION) return false;
  // Prisma reports the index in the error's cause, pg in `constraint`.
  const named = adapterCause(error)?.constraint?.index ?? (error as { constraint?: unknown }).constraint;
  return named === index;
}

export function isCheckViolation(error: unknown, constraint: string): boolean {
  return sqlState(error) === CHECK_VIOLATION && (error as { constraint?: unknown }).constraint === constraint;
}

/** Whether the error is a serialization failure or a deadlock, which can be retried. */
export function isRetryableConflict(error: unknown): boolean {
  return LOST_TO_RIVAL.has(sqlState(error) ?? "");
}

export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return UNAVAILABLE_STATE.test(state);
  if (isKnownRequestError(error) && UNAVAILABLE_PRISMA.has(error.code)) return true;
  if (error instanceof Error && error.name === "PrismaClientInitializationError") return true;
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  // A Unix socket file is missing (ENOENT) while no server is listening.
  if (syscall === "connect" || (typeof code === "string" && UNAVAILABLE_NETWORK.test(code))) return true;
  return error instanceof Error && UNAVAILABLE_TEXT.test(error.message);
}

/** Returns log fields of a failure without messages that can quote row values. */
export function describeFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const code = (error as { code?: unknown }).code;
  const isOurs = !error.name.startsWith("Prisma") && sqlState(error) === undefined;
  return {
    kind: error.name,
    ...(typeof code === "string" ? { code } : {}),
    ...(sqlState(error) === undefined ? {} : { sqlState: sqlState(error) }),
    // Messages from Prisma and PostgreSQL can quote row values; our own and Node's do not.
    ...(isOurs ? { message: error.message } : {}),
    stack: error.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8),
  };
}
