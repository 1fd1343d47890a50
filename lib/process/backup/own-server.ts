import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import type { Config } from "@/lib/config";

/** Folder of npm start's server in DATA_DIR. */
export function getServerFolder({
  dataDir,
  postgresPrograms,
}: Pick<Config, "dataDir" | "postgresPrograms">): string {
  return postgresPrograms === undefined ? dataDir : join(dataDir, "installed-postgres");
}

/** The server that npm start runs in DATA_DIR. */
export type OwnServer = NonNullable<ReturnType<typeof findOwnServer>>;

/** Null if DATABASE_URL leads to another server, whose backups are its administrator's. */
export function findOwnServer(settings: Pick<Config, "databaseUrl" | "dataDir" | "postgresPrograms">) {
  const { databaseUrl, postgresPrograms: programs } = settings;
  try {
    const password = readFileSync(join(getServerFolder(settings), "postgres.password"), "utf8").trim();
    return new URL(databaseUrl).password === password ? { databaseUrl, password, programs } : null;
  } catch {
    return null;
  }
}

export interface ServerState {
  readonly systemId: string;
  readonly timeline: number;
  readonly version: string;
  /** Size of all its databases. */
  readonly bytes: number;
  /** Folder of the archived log; null if the server does not archive it. */
  readonly archive: string | null;
}

export async function withClient<Result>(
  databaseUrl: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export function readServerState(databaseUrl: string): Promise<ServerState> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT (SELECT system_identifier FROM pg_control_system())::text AS system_id,
              pg_walfile_name(pg_current_wal_lsn()) AS segment,
              (SELECT sum(pg_database_size(oid)) FROM pg_database)::float8 AS bytes,
              current_setting('server_version') AS version, current_setting('archive_mode') AS mode,
              current_setting('basic_archive.archive_directory', true) AS archive`,
    );
    const { system_id: systemId, segment, version, bytes, mode, archive } = rows[0];
    const timeline = Number.parseInt(segment.slice(0, 8), 16);
    return { systemId, timeline, version, bytes, archive: mode === "on" && archive ? archive : null };
  });
}
