import type { PoolClient } from "pg";
import { type Parameter, toParameter } from "@/lib/db/parameter";
import { sqlState } from "@/lib/db/pg-errors";
import { statementNames } from "@/lib/db/statement-name";
import { exchange, type RawResult } from "@/packages/pg-exchange/exchange";

const statementName = statementNames();

/** Runs a statement, prepared under its name. `isFirst` sends BEGIN in the same round trip. */
export function send(
  client: PoolClient,
  {
    text,
    values,
    name = statementName(text),
  }: { readonly text: string; readonly values: readonly Parameter[]; readonly name?: string },
  isFirst = false,
): Promise<RawResult> {
  return exchange(client, { text, name, values: values.map(toParameter) }, { begin: isFirst });
}

// Errors after which the session may be closed. A read-only server (25006) stays read-only for the whole session.
const ENDS_SESSION = /^(08...|53...|57P..|58...|XX...|25006|25P03|25P04)$/;

export function isUsable(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !ENDS_SESSION.test(state);
}
