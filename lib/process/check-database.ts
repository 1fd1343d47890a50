import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "@/lib/config";
import { checkSession, SharedSessionError } from "@/lib/db/check-session";
import { checkWritable } from "@/lib/db/check-writable";
import { type Database, openDatabase } from "@/lib/db/client";
import { inspectServer, type ServerFacts } from "@/lib/db/inspect-server";
import { compareMigrations, toConnectError } from "@/lib/db/migrate";
import { findServer, openClient } from "@/lib/db/servers";
import { findNewestBackup } from "@/lib/process/backup/newest-backup";
import { findOwnServer } from "@/lib/process/backup/own-server";
import { describeBackups } from "@/lib/process/check-backup";
import { comparePoolSize } from "@/lib/process/compare-pool-size";
import { type Finding, type Installation, report } from "@/lib/process/finding";
import { verifySecretKey } from "@/lib/webhooks/check-secret-key";
import { countFormerSecrets } from "@/lib/webhooks/replace-secret-key";
import { configuredKey, SecretKeyError } from "@/lib/webhooks/secret";

const CONNECT_WITHIN_MS = 5_000;
const MIN_VERSION = 14;
const MAX_CLOCK_OFFSET_MS = 2_000;

const database = report("database");
const clock = report("clock");
const secrets = report("secrets");

/** Read-only, apart from the same test write as `/readyz`. */
export async function checkDatabase(
  settings: Config,
  installation: Installation,
  now: () => number,
): Promise<Finding[]> {
  const client = openClient(await findServer(settings.databaseUrl), CONNECT_WITHIN_MS);
  try {
    await client.connect().catch((error) => {
      throw toConnectError(client, error);
    });
    const facts = await inspectServer(client, now);
    const findings = [...describeServer(facts), describeClock(facts.clockOffsetMs)];
    const history = await compareMigrations(client).catch((error: Error) => error);
    findings.push(...describeHistory(history, installation));
    findings.push(...(await checkSessions(settings)));
    findings.push(...describeConnections(settings, facts));
    if (isEmbedded(settings)) {
      findings.push(
        database.warn(
          "This is the embedded PostgreSQL, which is for trials: it gets no security updates, and its data is in DATA_DIR.",
          "Install PostgreSQL and set DATABASE_URL.",
        ),
      );
    }
    const isServed = !(history instanceof Error) && history.pending.length === 0 && facts.takesWrites;
    if (isServed) findings.push(...(await checkContent(settings, installation)));
    return findings;
  } catch (error) {
    const fix =
      'Check the server, the host, the password and pg_hba.conf; psql "$DATABASE_URL" must connect from this machine.';
    return [database.fail(toLine(error), fix)];
  } finally {
    client.end().catch(() => {});
  }
}

export function describeServer(facts: ServerFacts): Finding[] {
  const { version, versionNumber, encoding, user, schema, foreignTables } = facts;
  const name = `"${facts.database}"`;
  const findings = [
    facts.takesWrites
      ? null
      : database.fail(
          "The server takes no writes: it is a standby, or default_transaction_read_only is on.",
          "Let DATABASE_URL lead to the primary, or list all hosts in it.",
        ),
    versionNumber >= MIN_VERSION * 10_000
      ? null
      : database.fail(
          `PostgreSQL is ${version}; ${MIN_VERSION} is the oldest that works.`,
          "Upgrade PostgreSQL.",
        ),
    encoding === "UTF8"
      ? null
      : database.fail(
          `The encoding of ${name} is ${encoding}, which cannot store every name.`,
          "Create the database with ENCODING 'UTF8' TEMPLATE template0.",
        ),
    facts.canCreate
      ? null
      : database.fail(
          `The user ${user} may not create tables in ${schema === null ? "any schema" : `schema ${schema}`}.`,
          `As a superuser, run: ALTER DATABASE ${name} OWNER TO "${user}"; ALTER SCHEMA public OWNER TO "${user}";`,
        ),
    foreignTables.length === 0
      ? null
      : database.fail(
          `The user ${user} may not alter ${foreignTables.length} tables, such as ${foreignTables[0]}, so migrations fail.`,
          `As a superuser, make "${user}" their owner, or a member of the role that owns them.`,
        ),
  ].filter((finding) => finding !== null);
  if (findings.length > 0) return findings;
  return [database.ok(`PostgreSQL ${version}, database ${name}, user ${user}, encoding UTF8.`)];
}

function describeClock(offsetMs: number): Finding {
  const seconds = (Math.abs(offsetMs) / 1_000).toFixed(1);
  if (Math.abs(offsetMs) <= MAX_CLOCK_OFFSET_MS) {
    return clock.ok(`This machine and the database differ by ${seconds} s.`);
  }
  const direction = offsetMs > 0 ? "behind" : "ahead of";
  return clock.warn(
    `This machine is ${seconds} s ${direction} the database. The service uses the database's time; logs and certificates use this machine's.`,
    "Synchronize both by NTP; timedatectl shows the state.",
  );
}

function describeHistory(
  history: Error | Awaited<ReturnType<typeof compareMigrations>>,
  { commandLine }: Installation,
): Finding[] {
  if (history instanceof Error) {
    return [database.fail(history.message, "Do that, or restore a backup.")];
  }
  const { pending, unknown } = history;
  if (pending.length > 0) {
    const message = `Migrations are pending: ${pending.join(", ")}.`;
    return [database.fail(message, `Run: ${commandLine} migrate`)];
  }
  if (unknown.length === 0) return [database.ok("All migrations are applied.")];
  return [
    database.warn(
      `A later version has migrated the database: ${unknown.join(", ")}.`,
      "Start that version, unless you are going back to this one on purpose.",
    ),
  ];
}

async function checkSessions({ databaseUrl }: Config): Promise<Finding[]> {
  try {
    await checkSession(databaseUrl);
    return [];
  } catch (error) {
    if (!(error instanceof SharedSessionError)) throw error;
    const [message = "", fix = ""] = error.message.split(/(?<=\.) (?=Set)/);
    return [database.fail(message, fix)];
  }
}

function describeConnections({ databasePoolSize }: Config, { maxConnections }: ServerFacts): Finding[] {
  const { processes, message } = comparePoolSize(databasePoolSize, maxConnections);
  // During a restart, the new process opens its connections before the old one closes its own.
  if (processes < 2) {
    const fix = "Lower DATABASE_POOL_SIZE, or raise max_connections.";
    return [processes === 0 ? database.fail(message, fix) : database.warn(message, fix)];
  }
  return [database.ok(message)];
}

/** `npm start` generates the password of its database. */
function isEmbedded({ databaseUrl, dataDir }: Config): boolean {
  try {
    const password = readFileSync(join(dataDir, "postgres.password"), "utf8").trim();
    return new URL(databaseUrl).password === password;
  } catch {
    return false;
  }
}

async function checkContent(settings: Config, { commandLine }: Installation): Promise<Finding[]> {
  const db = openDatabase(settings.databaseUrl, 1);
  const { backup } = settings;
  try {
    const [writing, key] = [
      await checkWritable(db).then(() => null, toLine),
      await hasRightKey(db, settings),
    ];
    return [
      ...(writing === null
        ? []
        : [database.fail(`A write fails: ${writing}`, "Check the server's disk space and its log.")]),
      ...(backup === null
        ? []
        : [
            describeBackups(
              await findNewestBackup(db),
              { ...backup, hasLog: findOwnServer(settings) !== null },
              new Date(),
            ),
          ]),
      key
        ? secrets.ok("The webhook key is the one that this database is used with.")
        : secrets.fail(
            "WEBHOOK_SECRET_KEY (or AUTH_SECRET, if it is not set) is not the key that this database's webhook secrets are encrypted with. The service does not start.",
            `Put the former value back. To change it, set FORMER_SECRET_KEY to the former value and run: ${commandLine} webhook rekey`,
          ),
      ...(key ? await checkFormerKey(db, settings, commandLine) : []),
    ];
  } finally {
    await db.close();
  }
}

async function checkFormerKey(db: Database, { webhooks }: Config, commandLine: string): Promise<Finding[]> {
  const key = configuredKey(webhooks);
  if (key === null || key.former === null) return [];
  const count = await countFormerSecrets(db, key);
  if (count === 0) return [secrets.ok("The former webhook key is no longer needed. Remove it everywhere.")];
  return [
    secrets.warn(
      `${count} webhook endpoints still need the former key.`,
      `Keep it until this has succeeded: ${commandLine} webhook rekey`,
    ),
  ];
}

async function hasRightKey(db: Database, { webhooks }: Config): Promise<boolean> {
  try {
    await verifySecretKey(db, configuredKey(webhooks));
    return true;
  } catch (error) {
    if (error instanceof SecretKeyError) return false;
    throw error;
  }
}

function toLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, " ");
}
