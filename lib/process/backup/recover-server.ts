import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@/lib/process/backup/own-server";
import { type EmbeddedPostgres, startEmbedded } from "@/packages/embedded-postgres/postgres";

const POLL_MS = 100;

/** Parts of the log are put into place beforehand, so there is no command that fetches them. */
const RECOVERY = { restore_command: "exit 1" };

const LOG_ENDED = "recovery ended before configured recovery target was reached";

interface RecoveryOptions {
  readonly dataDir: string;
  readonly programs: string | undefined;
  readonly isDurable: boolean;
}

/** Starts a server on an extracted base backup, which stops at the end of the backup and only reads. */
export function startReadOnly(options: RecoveryOptions): Promise<EmbeddedPostgres> {
  const target = { recovery_target: "immediate", recovery_target_action: "pause" };
  return startEmbedded({ ...options, settings: { ...RECOVERY, ...target, archive_mode: "off" } });
}

export interface Recovery extends RecoveryOptions {
  readonly timeline: number;
  /** Null for the end of the log. */
  readonly at: Date | null;
  /** Whether the log is known to end because a part is missing. */
  readonly hasGap: boolean;
  readonly isArchived: boolean;
}

export interface RecoveredServer {
  readonly server: EmbeddedPostgres;
  /** The instant up to which changes are recovered; null if there was none after the backup. */
  readonly until: Date | null;
}

/** Continues from the backup to the instant, and opens the server for writing. */
export async function recoverServer(recovery: Recovery): Promise<RecoveredServer> {
  const { timeline, at, hasGap, ...options } = recovery;
  const settings = {
    ...RECOVERY,
    recovery_target_timeline: String(timeline),
    recovery_target_action: "promote",
    // A starting server knows no time zone by its name, not even Z.
    ...(at === null ? {} : { recovery_target_time: at.toISOString().replace("Z", "+00") }),
  };
  const failure = await startEmbedded({ ...options, settings }).then(waitUntilOpen, (error: Error) => error);
  if (!(failure instanceof Error)) return { server: failure.server, until: at ?? failure.until };
  const hasEnded = readFileSync(join(options.dataDir, "postgres.log"), "utf8").includes(LOG_ENDED);
  if (at === null || !hasEnded) throw failure;
  if (hasGap) throw new Error(`A part of the log before ${at.toISOString()} is missing.`);
  // The last change is older than the instant.
  return recoverServer({ ...recovery, at: null });
}

async function waitUntilOpen(server: EmbeddedPostgres): Promise<RecoveredServer | Error> {
  while (server.isRunning()) {
    const state = await withClient(server.databaseUrl, async (client) => {
      const { rows } = await client.query(
        `SELECT pg_is_in_recovery() AS "isRecovering", pg_last_xact_replay_timestamp() AS "until"`,
      );
      return rows[0];
    }).catch(() => null);
    if (state?.isRecovering === false) return { server, until: state.until };
    await sleep(POLL_MS);
  }
  return new Error("PostgreSQL stopped during the recovery.");
}
