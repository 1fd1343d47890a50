import { type PoolClient, Query, type QueryConfig } from "pg";
import { sqlState } from "@/lib/db/failure";
import { type Parameter, toParameter } from "@/lib/db/parameter";
import { statementNames } from "@/lib/db/statement-name";

/** What a statement answered: its rows as PostgreSQL's texts. */
export interface Answer {
  readonly command: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** How many rows there were, read or written. */
  readonly count: number;
}

interface Result {
  readonly command: string;
  readonly rowCount: number | null;
  readonly fields: readonly { readonly name: string }[];
  readonly rows: readonly (readonly (string | null)[])[];
}

const BEGIN = { name: "dropline_begin", text: "BEGIN", values: [] };
const statementName = statementNames();
const asText = (text: string) => text;
const types = { getTypeParser: () => asText } as unknown as NonNullable<QueryConfig["types"]>;

/**
 * Runs a statement on a connection, prepared there under its name.
 *
 * @param isFirst begins a transaction with it: both are sent at once, and should BEGIN fail, PostgreSQL passes over
 *   what was sent with it
 */
export async function send(
  client: PoolClient,
  statement: { readonly text: string; readonly values: readonly Parameter[]; readonly name?: string },
  isFirst = false,
): Promise<Answer> {
  // A connection prepares BEGIN once, by itself.
  const begins = isFirst && begun.has(client);
  if (isFirst && !begins) {
    await send(client, BEGIN);
    begun.add(client);
  }
  const config = {
    text: statement.text,
    values: statement.values.map(toParameter),
    name: statement.name ?? statementName(statement.text),
    types,
    rowMode: "array",
    // Never several statements in one, which those without values could be.
    queryMode: "extended",
  } as QueryConfig;
  try {
    return await new Promise<Answer>((settle, fail) => {
      const query = new Query(config, (error: Error | null | undefined, answer: unknown) =>
        error ? fail(error) : settle(answerOf(answer)),
      );
      if (begins) precedeByBegin(query);
      client.query(query);
    });
  } catch (error) {
    // The stack that it comes with leads to the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

const begun = new WeakSet<PoolClient>();

/** Has BEGIN run before a statement, up to whose own Sync the two are one message. */
function precedeByBegin(query: Query): void {
  const submit = query.submit.bind(query);
  query.submit = (connection) => {
    connection.stream.cork();
    try {
      connection.bind({ statement: BEGIN.name, values: [] }, true);
      connection.execute({}, true);
      return submit(connection);
    } finally {
      connection.stream.uncork();
    }
  };
}

// Of BEGIN and the statement there are two results.
function answerOf(answer: unknown): Answer {
  const { command, rowCount, fields, rows } = (Array.isArray(answer) ? answer.at(-1) : answer) as Result;
  return { command, columns: fields.map(({ name }) => name), rows, count: rowCount ?? 0 };
}

// PostgreSQL ends the session with these, or may.
const ENDS_SESSION = /^(08...|53...|57P..|58...|XX...|25P03|25P04)$/;

/** Whether the connection on which this happened can be used again. */
export function isUsable(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !ENDS_SESSION.test(state);
}
