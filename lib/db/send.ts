import type { CustomTypesConfig, PoolClient, QueryArrayResult } from "pg";
import { type Parameter, toParameter } from "@/lib/db/parameter";
import { sqlState } from "@/lib/db/pg-errors";
import { renewName, statementNames } from "@/lib/db/statement-name";

/** Each value is PostgreSQL's text, which the columns of a row read. */
export type TextResult = QueryArrayResult<(string | null)[]>;

const statementName = statementNames();

const readText = (text: string) => text;
const TEXTS: CustomTypesConfig = { getTypeParser: () => readText };

/** Runs a statement, prepared under its name. */
export async function send(
  client: PoolClient,
  { text, values }: { readonly text: string; readonly values: readonly Parameter[] },
): Promise<TextResult> {
  try {
    return await client.query({
      name: statementName(text),
      text,
      values: values.map(toParameter),
      rowMode: "array",
      types: TEXTS,
    });
  } catch (error) {
    renewName(statementName, text, error);
    throw error;
  }
}

// Errors after which the session may be closed. A read-only server (25006) stays read-only for the whole session.
const ENDS_SESSION = /^(08...|53...|57P..|58...|XX...|25006|25P03|25P04)$/;

export function isUsable(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !ENDS_SESSION.test(state);
}
