import { randomUUID } from "node:crypto";
import { connect } from "@/lib/db/migrate";
import { sqlState } from "@/lib/db/pg-errors";

const UNKNOWN_STATEMENT = "26000";

export class SharedSessionError extends Error {
  override readonly name = "SharedSessionError";

  constructor() {
    super(
      "DATABASE_URL leads to a connection pooler in transaction mode, which loses prepared statements and time limits. Set pool_mode = session there, or connect to PostgreSQL directly.",
    );
  }
}

/** @throws SharedSessionError behind a pooler in transaction mode, since prepared statements need their session */
export async function checkSession(databaseUrl: string): Promise<void> {
  const mark = randomUUID();
  const statement = {
    name: `dropline_${mark}`,
    text: "SELECT current_setting('dropline.session', true) AS mark",
  };
  const one = await connect(databaseUrl);
  const other = await connect(databaseUrl).catch(async (error) => {
    await one.end();
    throw error;
  });
  try {
    await one.query("SELECT set_config('dropline.session', $1, false)", [mark]);
    await one.query(statement);
    await other.query("BEGIN");
    const { rows } = await one.query(statement);
    if (rows[0]?.mark !== mark) throw new SharedSessionError();
  } catch (error) {
    throw sqlState(error) === UNKNOWN_STATEMENT ? new SharedSessionError() : error;
  } finally {
    // A pooler keeps the session open, so each check would leave a prepared statement in it.
    await other.query(`DEALLOCATE "${statement.name}"`).catch(() => {});
    await Promise.all([one.end(), other.end()]);
  }
}
