import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { currentFile } from "@/lib/city/city";
import { openDatabase } from "@/lib/db/client";
import type { ServerFacts } from "@/lib/db/inspect-server";
import { describeBackups } from "@/lib/process/check-backup";
import { describeServer } from "@/lib/process/check-database";
import { checkDisk } from "@/lib/process/check-disk";
import { checkInstallation } from "@/lib/process/check-installation";
import type { Finding, Level } from "@/lib/process/finding";
import { checkSecretKey } from "@/lib/webhooks/check-secret-key";
import { deriveKey } from "@/lib/webhooks/secret";
import { cloneDatabase, execute, type TestDatabase, withDatabase } from "@/testing/cluster";
import { createDatabase, createEmptyDatabase } from "@/testing/database";
import { type FakeOsrm, startFakeOsrm } from "@/testing/fake-osrm";
import { type MailReceiver, openMailReceiver } from "@/testing/mail-receiver";
import { type OidcProvider, openOidcProvider } from "@/testing/oidc-provider";
import { type S3Server, startS3Server } from "@/testing/s3-server";
import { startTransactionPooler } from "@/testing/transaction-pooler";

const HOUR_MS = 3_600_000;
const SECRET = "Yq1v0Zs8m3Kd7Xw5Rb2Tn9Lc4Hf6Jg0P";
const RELEASE = { commandLine: "node cli.mjs", isCheckout: false };
const CHECKOUT = { commandLine: "npm run -s cli --", isCheckout: true };

let folder: string;
let database: TestDatabase;
let closedPort = 0;
let services: { osrm: FakeOsrm; mail: MailReceiver; s3: S3Server; oidc: OidcProvider };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "check-"));
  database = await createDatabase();
  services = {
    osrm: await startFakeOsrm(),
    mail: await openMailReceiver(),
    s3: await startS3Server(),
    oidc: await openOidcProvider(),
  };
  const closed = createServer();
  closedPort = await listen(closed);
  await new Promise((resolve) => closed.close(resolve));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all(Object.values(services ?? {}).map((service) => service.close()));
  await database?.drop();
});

const listen = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });

const production = (): Record<string, string> => ({
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  PUBLIC_URL: "https://drop.example",
  PROXY_HOPS: "1",
  AUTH_SECRET: SECRET,
  CITY: "none",
});

const check = (variables: Record<string, string> = {}, installation = RELEASE, now = Date.now) =>
  checkInstallation({ ...production(), ...variables }, installation, now);

const show = ({ level, part, message, fix }: Finding) => `${level} ${part}: ${message} ${fix ?? ""}`.trim();

/** The findings that are worse than ok, apart from backups, which have their own test. */
const problems = async (...call: Parameters<typeof check>) =>
  (await check(...call)).filter(({ level, part }) => level !== "ok" && part !== "backups").map(show);

const NO_MAIL = expect.stringMatching(/^warning mail: SMTP_URL is not set/);

describe("the check of backups", () => {
  const settings = {
    to: "/x",
    recipient: "age1",
    store: { type: "disk", folder: "/x" },
    everyMs: 24 * HOUR_MS,
    keepMs: 0,
  } as const;
  const now = new Date("2026-11-27T12:00:00Z");
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const newest = {
    takenAt: ago(20),
    verifiedAt: ago(20),
    bytes: 1n,
    archivedUntil: ago(0.01),
    failure: null,
    failedAt: null,
  };

  it("reports backups that are off, or whose target cannot be written", async () => {
    const about = async (change: Record<string, string>) =>
      (await check(change)).filter(({ part }) => part === "backups").map(show);
    expect(await about({})).toEqual([expect.stringMatching(/^warning backups: BACKUP_TO is not set/)]);
    const key = `age1${"q".repeat(58)}`;
    expect(await about({ BACKUP_TO: join(folder, "backups"), BACKUP_KEY: key })).toEqual([
      expect.stringMatching(/^warning backups: There is no backup yet/),
      expect.stringMatching(/^ok backups: A file was written to/),
      expect.stringMatching(/^ok backups: The database is not npm start's own/),
    ]);
    writeFileSync(join(folder, "file"), "");
    expect(await about({ BACKUP_TO: join(folder, "file", "backups"), BACKUP_KEY: key })).toContainEqual(
      expect.stringMatching(/^error backups: Backups cannot be written to .*: ENOTDIR/),
    );
  });

  it.each([
    ["a recent one", {}, /^ok .* 20\.0 hours old\.$/],
    ["none", { takenAt: null }, /^warning .*There is no backup yet/],
    [
      "one that is too old",
      { takenAt: ago(49), failure: "No space." },
      /^warning .* 49\.0 hours old\. The last attempt failed: No space\./,
    ],
    [
      "changes that have not arrived",
      { archivedUntil: ago(1) },
      /^warning .*Changes since 2026-11-27T11:00:00\.000Z are not at the target/,
    ],
  ])("compares with the schedule: %s", (_, change, expected) => {
    expect(show(describeBackups({ ...newest, ...change }, { ...settings, hasLog: true }, now))).toMatch(
      expected,
    );
  });
});

describe("the installation check", () => {
  it("finds no problem in a complete production setup with a real server of each kind", async () => {
    const { osrm, mail, s3, oidc } = services;
    const findings = await check({
      OSRM_URL: osrm.url,
      SMTP_URL: mail.url,
      FILES_S3_URL: s3.settings.url,
      FILES_S3_REGION: s3.settings.region,
      FILES_S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      FILES_S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
      ...oidc.env,
    });
    expect(findings.filter(({ level, part }) => level !== "ok" && part !== "backups")).toEqual([]);
    const parts = new Set(findings.map(({ part }) => part));
    expect([...parts].sort()).toEqual(
      [
        "backups",
        "clock",
        "configuration",
        "database",
        "disk",
        "files",
        "mail",
        "messages",
        "road engine",
        "secrets",
        "sign-in",
      ].sort(),
    );
    expect(s3.keys()).toEqual([]);
    expect(mail.received).toEqual([]);
  });

  it("reports every wrong, misspelled and missing variable at once, and checks the rest", async () => {
    const found = await problems({
      PORT: "http",
      PROXY_HOP: "1",
      FILES_S3_REGION: "eu",
      DATABASE_URL: "",
      AUTH_SECRET: "short",
    });
    expect(found).toEqual([
      "warning configuration: PROXY_HOP is no setting, and is ignored. Did you mean PROXY_HOPS? Correct the name, or remove it.",
      expect.stringMatching(/^error configuration: PORT must be a whole number/),
      expect.stringMatching(/^error configuration: DATABASE_URL must be set\. Set DATABASE_URL/),
      expect.stringMatching(/^error configuration: AUTH_SECRET must have at least 32 characters/),
      expect.stringMatching(/^error configuration: FILES_S3_URL, .* give all or none/),
      "warning secrets: AUTH_SECRET is easy to guess. Set AUTH_SECRET to the output of: openssl rand -base64 32",
      NO_MAIL,
    ]);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      "a URL of this machine",
      { PUBLIC_URL: "", PROXY_HOPS: "" },
      "warning configuration: PUBLIC_URL is http://localhost",
    ],
    [
      "a URL without TLS",
      { PUBLIC_URL: "http://drop.example", PROXY_HOPS: "" },
      "error configuration: PUBLIC_URL is http://drop",
    ],
    [
      "a proxy that is not counted",
      { PROXY_HOPS: "0" },
      "warning configuration: PUBLIC_URL is https, so a proxy",
    ],
    ["the demo", { SEED_DEMO: "1" }, "warning configuration: SEED_DEMO is 1"],
    ["simulated couriers", { SIMULATE_LIVE: "1" }, "warning configuration: SIMULATE_LIVE is 1"],
    ["webhooks without TLS", { WEBHOOK_ALLOW_HTTP: "1" }, "warning configuration: WEBHOOK_ALLOW_HTTP is 1"],
    [
      "webhooks to this network",
      { WEBHOOK_ALLOW_PRIVATE: "1" },
      "warning configuration: WEBHOOK_ALLOW_PRIVATE is 1",
    ],
    [
      "no secret",
      { AUTH_SECRET: "" },
      "error secrets: AUTH_SECRET is not set, so users cannot sign in. Set AUTH_SECRET",
    ],
    [
      "a secret of one letter",
      { AUTH_SECRET: "a".repeat(40) },
      "warning secrets: AUTH_SECRET is easy to guess.",
    ],
    ["a former key", { FORMER_SECRET_KEY: SECRET }, "warning secrets: FORMER_SECRET_KEY is still set."],
  ])("reports %s", async (_, variables, start) => {
    expect(await problems(variables)).toEqual([expect.stringContaining(start), NO_MAIL]);
  });

  it("reports a PROXY_HOPS setting when no proxy is used", async () => {
    expect(await problems({ PUBLIC_URL: "" })).toContainEqual(
      expect.stringMatching(/^warning configuration: PROXY_HOPS is 1, but PUBLIC_URL is not https/),
    );
  });

  it("finds the database and the secret that npm start generates", async () => {
    const dataDir = mkdtempSync(join(folder, "generated-"));
    writeFileSync(join(dataDir, "postgres.password"), `${new URL(database.url).password}\n`);
    writeFileSync(join(dataDir, "auth-secret"), `${SECRET}\n`);
    expect(await problems({ DATA_DIR: dataDir }, CHECKOUT)).toEqual([
      expect.stringMatching(/^warning secrets: AUTH_SECRET is the one that was generated/),
      expect.stringMatching(/^warning database: This is the embedded PostgreSQL, which is for trials/),
      NO_MAIL,
    ]);
    expect(await problems({ AUTH_SECRET: "" }, CHECKOUT)).toContainEqual(
      expect.stringMatching(/^warning secrets: AUTH_SECRET is not set; npm start generates one/),
    );
  });
});

describe("the database check", () => {
  const dropLater: TestDatabase[] = [];
  const own = async (made: Promise<TestDatabase>) => {
    dropLater.push(await made);
    return (await made).url;
  };

  afterEach(async () => {
    for (const one of dropLater.splice(0)) await one.drop();
  });

  it("names an unreachable server and a database that does not exist", async () => {
    const [unreachable] = await problems({
      DATABASE_URL: `postgresql://me:mystery@127.0.0.1:${closedPort}/x`,
    });
    expect(unreachable).toMatch(
      /^error database: Cannot connect to the database at 127\.0\.0\.1:\d+\/x: .* psql /,
    );
    expect(unreachable).not.toContain("mystery");
    const [missing] = await problems({ DATABASE_URL: withDatabase(database.url, "missing") });
    expect(missing).toMatch(/^error database: .* database "missing" does not exist/);
  });

  it("reports migrations that are pending, changed, half applied, or from a later version", async () => {
    const empty = await own(createEmptyDatabase());
    expect(await problems({ DATABASE_URL: empty })).toEqual([
      expect.stringMatching(/^error database: Migrations are pending: \S+, .* Run: node cli\.mjs migrate$/),
      NO_MAIL,
    ]);
    const url = await own(createDatabase());
    const [first] = await problems({ DATABASE_URL: url });
    expect(first).toMatch(/^warning mail/);
    await execute(
      url,
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '29990101000000_later', now())",
    );
    expect(await problems({ DATABASE_URL: url })).toContainEqual(
      expect.stringMatching(
        /^warning database: A later version has migrated the database: 29990101000000_later/,
      ),
    );
    await execute(url, "UPDATE _prisma_migrations SET finished_at = NULL WHERE id = '1'");
    expect(await problems({ DATABASE_URL: url })).toContainEqual(
      expect.stringMatching(/^error database: Migration 29990101000000_later failed earlier/),
    );
    await execute(
      url,
      "DELETE FROM _prisma_migrations WHERE id = '1'",
      "UPDATE _prisma_migrations SET checksum = 'other' WHERE migration_name ~ 'baseline$'",
    );
    expect(await problems({ DATABASE_URL: url })).toContainEqual(
      expect.stringMatching(/^error database: Migration \S+ was changed after it was applied/),
    );
    await execute(url, "DELETE FROM _prisma_migrations WHERE migration_name ~ 'baseline$'");
    expect(await problems({ DATABASE_URL: url })).toContainEqual(
      expect.stringMatching(/^error database: The database is older than Dropline 1\.0\.0/),
    );
  });

  it("reports a wrong encoding", async () => {
    const url = await own(cloneDatabase(database.url, "template0 ENCODING 'SQL_ASCII' LOCALE 'C'"));
    expect(await problems({ DATABASE_URL: url })).toContainEqual(
      expect.stringMatching(/^error database: The encoding of .* is SQL_ASCII.* ENCODING 'UTF8'/),
    );
  });

  it("reports a user without the right to create tables or to alter another owner's tables", async () => {
    const url = await own(createDatabase());
    const user = `limited_${process.pid}`;
    await execute(url, `CREATE ROLE ${user} LOGIN PASSWORD 'limited'`);
    try {
      const limited = new URL(url);
      [limited.username, limited.password] = [user, "limited"];
      const found = await problems({ DATABASE_URL: limited.href });
      expect(found[0]).toMatch(
        new RegExp(
          `^error database: The user ${user} may not create tables in schema public\\. As a superuser, run: ALTER`,
        ),
      );
      expect(found[1]).toMatch(/^error database: The user \w+ may not alter \d+ tables, such as/);
    } finally {
      await execute(url, `DROP ROLE ${user}`);
    }
  });

  it("reports a read-only server", async () => {
    const url = await own(createDatabase());
    await execute(
      url,
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`,
    );
    expect(await problems({ DATABASE_URL: url })).toContainEqual(
      expect.stringMatching(/^error database: The server takes no writes/),
    );
  });

  it("reports a failing write on a server that accepts writes", async () => {
    const url = await own(createDatabase());
    await execute(url, "ALTER TABLE write_checks ADD CONSTRAINT disk_is_full CHECK (id = 2) NOT VALID");
    expect(await problems({ DATABASE_URL: url })).toContainEqual(
      expect.stringMatching(/^error database: A write fails: .*disk_is_full.* disk space/),
    );
  });

  it("reports a pooler in transaction mode", async () => {
    const pooler = await startTransactionPooler(database.url);
    try {
      expect(await problems({ DATABASE_URL: pooler.databaseUrl })).toContainEqual(
        expect.stringMatching(
          /^error database: DATABASE_URL leads to a connection pooler in transaction mode.*Set pool_mode/,
        ),
      );
    } finally {
      await pooler.close();
    }
  });

  it("reports a pool larger than the server's connection limit", async () => {
    expect(await problems({ DATABASE_POOL_SIZE: "200" })).toContainEqual(
      expect.stringMatching(
        /^error database: The server takes \d+ connections, and DATABASE_POOL_SIZE is 200/,
      ),
    );
  });

  it("reports a clock that differs from the database's", async () => {
    const now = (offsetMs: number) => () => Date.now() + offsetMs;
    expect(await problems({}, RELEASE, now(60_000))).toContainEqual(
      expect.stringMatching(/^warning clock: This machine is (60\.0|59\.9) s ahead of the database/),
    );
    expect(await problems({}, RELEASE, now(-60_000))).toContainEqual(
      expect.stringMatching(/^warning clock: This machine is (60\.0|60\.1) s behind the database/),
    );
  });

  it("reports a different webhook key, and stores none itself", async () => {
    const url = await own(createDatabase());
    const db = openDatabase(url, 1);
    try {
      expect(await problems({ DATABASE_URL: url })).toEqual([NO_MAIL]);
      expect(await db.models.secretKeyCheck.count()).toBe(0);
      await checkSecretKey(db, deriveKey(SECRET));
      expect(await problems({ DATABASE_URL: url })).toEqual([NO_MAIL]);
      const other = await problems({ DATABASE_URL: url, WEBHOOK_SECRET_KEY: SECRET.toLowerCase() });
      expect(other[0]).toMatch(
        /^error secrets: WEBHOOK_SECRET_KEY .* Put the former value back.* node cli\.mjs webhook rekey$/,
      );
    } finally {
      await db.close();
    }
  });

  it("reports a PostgreSQL version that is too old", () => {
    const facts: ServerFacts = {
      version: "13.22",
      versionNumber: 130_022,
      encoding: "UTF8",
      takesWrites: true,
      user: "dropline",
      database: "dropline",
      schema: "public",
      canCreate: true,
      foreignTables: [],
      maxConnections: 97,
      clockOffsetMs: 0,
    };
    expect(describeServer(facts).map(show)).toEqual([
      "error database: PostgreSQL is 13.22; 14 is the oldest that works. Upgrade PostgreSQL.",
    ]);
    const levels = (version: number): Level[] =>
      describeServer({ ...facts, versionNumber: version }).map(({ level }) => level);
    expect([levels(139_999), levels(140_000)]).toEqual([["error"], ["ok"]]);
  });
});

describe("the disk check", () => {
  it("reports a folder that is not writable, and accepts one that the service will create", async () => {
    const file = join(folder, "a-file");
    writeFileSync(file, "");
    expect(await problems({ DATA_DIR: file })).toContainEqual(
      expect.stringMatching(/^error disk: DATA_DIR .* cannot be written: EACCES\. .*chown/),
    );
    expect(checkDisk("/proc/dropline").map(({ level }) => level)).toEqual(["error"]);
    expect(checkDisk(join(folder, "not", "yet")).map(({ level }) => level)).toEqual(["ok"]);
  });

  it("reports low free space and a folder of another user", () => {
    const levels = (bytes: number) => checkDisk(folder, () => bytes).map(({ level }) => level);
    expect([levels(1e8), levels(5e8), levels(2e9)]).toEqual([["error"], ["warning"], ["ok"]]);
    if (process.getuid?.() !== 0) return;
    const foreign = mkdtempSync(join(folder, "foreign-"));
    execFileSync("chown", ["65534", foreign]);
    expect(checkDisk(foreign).map(show)).toContainEqual(
      expect.stringMatching(/^warning disk: .* belongs to user 65534, and this check runs as user 0/),
    );
  });
});

describe("the check of external servers", () => {
  const at = (port: number) => `http://127.0.0.1:${port}`;

  it("names each server that does not respond", async () => {
    const url = at(closedPort);
    const found = await problems({
      OSRM_URL: url,
      GEOCODER_URL: url,
      SMTP_URL: `smtp://user:mystery@127.0.0.1:${closedPort}`,
      FILES_S3_URL: `${url}/proofs`,
      FILES_S3_REGION: "eu",
      FILES_S3_ACCESS_KEY_ID: "id",
      FILES_S3_SECRET_ACCESS_KEY: "secret",
      AUTH_OIDC_ISSUER: url,
      AUTH_OIDC_ID: "id",
      AUTH_OIDC_SECRET: "secret",
    });
    expect(found.map((line) => line.split(":")[0])).toEqual([
      "error road engine",
      "error geocoder",
      "error mail",
      "error files",
      "error sign-in",
    ]);
    for (const line of found) expect(line).toContain(`There is no connection to 127.0.0.1:${closedPort}`);
    expect(found.join()).not.toContain("mystery");
  });

  it("reports a server that responds with another protocol", async () => {
    const server = createServer((_, response) => response.end("<html>"));
    const port = await listen(server);
    try {
      const found = await problems({
        OSRM_URL: at(port),
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        AUTH_OIDC_ISSUER: at(port),
        AUTH_OIDC_ID: "id",
        AUTH_OIDC_SECRET: "secret",
      });
      expect(found[0]).toMatch(/^error road engine: .* It does not answer as OSRM does\./);
      expect(found[1]).toMatch(/^error mail: the mail server refuses: \w+\. Correct SMTP_URL/);
      expect(found[2]).toMatch(/^error sign-in: .* is not an OpenID configuration \(200\)\./);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it("reports a bucket that rejects the key, and an issuer with another name", async () => {
    const { s3, oidc } = services;
    const bucket = await problems({
      FILES_S3_URL: s3.settings.url,
      FILES_S3_REGION: s3.settings.region,
      FILES_S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      FILES_S3_SECRET_ACCESS_KEY: "wrong",
    });
    expect(bucket).toContainEqual(
      expect.stringMatching(/^error files: Photos cannot be stored\. S3 PUT: 403 SignatureDoesNotMatch\./),
    );
    const issuer = oidc.issuer.replace("127.0.0.1", "localhost");
    expect(await problems({ ...oidc.env, AUTH_OIDC_ISSUER: issuer })).toContainEqual(
      expect.stringMatching(/^error sign-in: The provider calls itself http:\/\/127\.0\.0\.1/),
    );
  });

  it("compares the road engine's city with the one in DATA_DIR", async () => {
    const dataDir = mkdtempSync(join(folder, "city-"));
    mkdirSync(join(dataDir, "city"));
    const record = {
      version: "0123456789ab",
      name: "Town",
      bounds: { west: 0, south: 0, east: 1, north: 1 },
      dataFrom: null,
      builtAt: "2026-11-21T12:00:00.000Z",
      counts: { nodes: 0, roads: 0, buildings: 0, addresses: 0, tiles: 0 },
      bytes: { extract: 0, map: 0, roads: 0 },
    };
    writeFileSync(currentFile(dataDir), JSON.stringify(record));
    const probe = (version: string) =>
      services.osrm.behaveToProbes((response) => response.end(`{"code":"Ok","data_version":"${version}"}`));
    const found = async (variables: Record<string, string> = { OSRM_URL: services.osrm.url }) =>
      (await check({ DATA_DIR: dataDir, CITY: "", ...variables }))
        .filter(({ part }) => part === "road engine")
        .map(show);
    probe("0123456789ab");
    expect(await found()).toEqual([
      `ok road engine: ${new URL(services.osrm.url).host} serves city 0123456789ab.`,
    ]);
    probe("ba9876543210");
    expect(await found()).toEqual([
      expect.stringMatching(
        /^error road engine: .* serves city ba9876543210, and DATA_DIR has 0123456789ab \(Town\)/,
      ),
    ]);
    expect(await found({})).toEqual([
      expect.stringMatching(
        /^warning road engine: OSRM_URL is not set, and nothing serves the roads of Town/,
      ),
    ]);
    const note = join(dataDir, `road-engine.${hostname()}`);
    writeFileSync(note, JSON.stringify({ url: at(closedPort), owner: "1" }));
    expect(await found({})).toEqual([
      expect.stringMatching(/^warning road engine: .* Start the service, which/),
    ]);
  });
});
