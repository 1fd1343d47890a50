import type { Client } from "pg";
import { connect } from "@/lib/db/migrate";

export class SharedSessionError extends Error {
  override readonly name = "SharedSessionError";

  constructor() {
    super(
      "DATABASE_URL leads to a connection pooler in transaction mode, which loses prepared statements and time limits. Set pool_mode = session there, or connect to PostgreSQL directly.",
    );
  }
}

/** With other clients, a pooler may by chance give each connection the same session twice. */
const ROUNDS = 10;

/** @throws SharedSessionError behind a pooler in transaction mode, since prepared statements need their session */
export async function checkSession(databaseUrl: string): Promise<void> {
  const one = await connect(databaseUrl);
  const other = await connect(databaseUrl).catch(async (error) => {
    await one.end();
    throw error;
  });
  try {
    const session = await readSession(one);
    for (let round = 0; round < ROUNDS; round += 1) {
      await other.query("BEGIN");
      if ((await readSession(other)) === session || (await readSession(one)) !== session)
        throw new SharedSessionError();
      await other.query("COMMIT");
    }
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

async function readSession(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid;
}
