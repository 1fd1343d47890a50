import type { PoolClient } from "pg";
import { type Answer, Exchange } from "@/lib/db/exchange";
import { sqlState } from "@/lib/db/failure";
import { type Parameter, toParameter } from "@/lib/db/parameter";
import { statementNames } from "@/lib/db/statement-name";

const statementName = statementNames();

/**
 * Runs a statement on a connection, prepared there under its name.
 *
 * @param isFirst begins a transaction with it: both are sent at once, and should BEGIN fail, PostgreSQL passes over
 *   what was sent with it
 */
export async function send(
  client: PoolClient,
  {
    text,
    values,
    name,
  }: { readonly text: string; readonly values: readonly Parameter[]; readonly name?: string },
  isFirst = false,
): Promise<Answer> {
  const statement = { text, name: name ?? statementName(text), values: values.map(toParameter) };
  try {
    return await new Promise<Answer>((settle, fail) => {
      client.query(new Exchange(statement, isFirst, settle, fail));
    });
  } catch (error) {
    // The stack that it comes with leads to the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

// PostgreSQL ends the session with these, or may. A read-only server (25006) stays one for the whole session.
const ENDS_SESSION = /^(08...|53...|57P..|58...|XX...|25006|25P03|25P04)$/;

/** Whether the connection on which this happened can be used again. */
export function isUsable(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !ENDS_SESSION.test(state);
}
