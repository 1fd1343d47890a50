import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { basename, join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { Client as PgClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Config, readConfig } from "@/lib/config";
import { getDataState, isQuarantined } from "@/lib/events/data-state";
import { releaseQuarantine } from "@/lib/events/release-quarantine";
import { openFileStore } from "@/lib/files/open-file-store";
import type { FileStore } from "@/lib/files/stored-file";
import { erasePhone } from "@/lib/privacy/request-erasure";
import { type BackupIndex, indexKey, parseLogKey } from "@/lib/process/backup/backup";
import { listBackups } from "@/lib/process/backup/list-backups";
import { findNewestBackup } from "@/lib/process/backup/newest-backup";
import { openBackupStore } from "@/lib/process/backup/open-backup-store";
import { withClient } from "@/lib/process/backup/own-server";
import { type RestoreRequest, restoreBackup } from "@/lib/process/backup/restore-backup";
import { runBackups } from "@/lib/process/backup/run-backups";
import { verifySecretKey } from "@/lib/webhooks/check-secret-key";
import { deriveKey } from "@/lib/webhooks/secret";
import { type EmbeddedPostgres, startEmbedded } from "@/packages/embedded-postgres/postgres";
import { amount, isLongRun } from "@/testing/amount";
import { orderBody } from "@/testing/api-client";
import { clusterFolder, execute, memoryFolder, withDatabase } from "@/testing/cluster";
import { copyServer } from "@/testing/copy-server";
import { guardCluster } from "@/testing/guard";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { filesBelow, refuse, type S3Server, startS3Server } from "@/testing/s3-server";
import type { Client } from "@/testing/shop";
import { pollUntil } from "@/testing/until";
import { addEndpoint, SECRET_TEXT, testWebhooks } from "@/testing/webhook-side";

const ORDERS = amount(5, 500);
const PASS_EVERY_MS = 200;
const ERASED_PHONE = "+79219876543";
const PHOTO = "proofs/3f6f4f9c-0000-4000-8000-000000000001.webp";
const LATE_PHOTO = "proofs/3f6f4f9c-0000-4000-8000-000000000002.webp";

/** Tests that expect a database which was never restored, or which is almost empty. */
const FRESH_ONLY = ["ping confirms that", "exports a phone", "becomes late on list", "is scheduled in list"];

interface Page {
  readonly events: readonly { readonly order: { readonly external_order_id: string } }[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

let folder: string;
let dataDir: string;
let s3: S3Server;
let store: FileStore;
let privateKey: string;
let settings: Config;
let server: EmbeddedPostgres;
let local: LocalApi;
let callOff = () => {};
let shop: Client;
/** The instant to which the drill restores. */
let at: Date;
let cursor = "";
const kept: string[] = [];

async function start(): Promise<void> {
  server = await startEmbedded({ dataDir, isDurable: false, isArchived: true });
  callOff = guardCluster(server.pid, folder);
  local = await openLocalApi({ url: server.databaseUrl, drop: async () => {} });
}

function read(change: Record<string, string> = {}): Config {
  return readConfig({
    NODE_ENV: "test",
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: dataDir,
    AUTH_SECRET: SECRET_TEXT,
    BACKUP_TO: `${s3.settings.url}/dropline/one`,
    BACKUP_S3_REGION: s3.settings.region,
    BACKUP_S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    ...change,
  });
}

const restore = (change: Partial<RestoreRequest> = {}) =>
  restoreBackup({
    settings,
    hasOwnDatabase: false,
    store,
    privateKey,
    at,
    isReplacing: true,
    isDurable: false,
    ...change,
  });

/** Ends the present part of the log, which the server does by itself within a minute. Returns its name. */
const switchLog = () =>
  withClient(server.databaseUrl, async (client) => {
    const { rows } = await client.query("SELECT pg_walfile_name(pg_switch_wal()) AS name");
    return rows[0].name as string;
  });

const getBytes = (text: string) => new Uint8Array(Buffer.from(text));

async function placeOrders(count: number, phone?: string): Promise<string[]> {
  const api = local.client(shop.key);
  const placed: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const body = orderBody();
    if (phone !== undefined)
      body.dropoffs = body.dropoffs.map((dropoff) => ({ ...dropoff, contact: { value: phone } }));
    placed.push((await api.create(body)).data.external_order_id);
  }
  return placed;
}

beforeAll(async () => {
  folder = clusterFolder(memoryFolder());
  dataDir = join(folder, "data");
  s3 = await startS3Server();
  privateKey = await generateX25519Identity();
  const recipient = await identityToRecipient(privateKey);
  mkdirSync(dataDir);
  await copyServer(dataDir);
  await start();
  settings = read({ BACKUP_KEY: recipient });
  if (settings.backup === null) throw new Error("Backups are not configured");
  store = openBackupStore(settings.backup.store);
});

afterAll(async () => {
  await local?.close();
  callOff();
  await server?.remove();
  await s3?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a service that is backed up", () => {
  it("is restored to the second before an accident, with the erasures after it, and sends nothing until released", async () => {
    ({ shop } = await local.newShop());
    await addEndpoint(testWebhooks(local.db), shop.scope, "https://shop.example/webhooks");
    const files = openFileStore(settings.files);
    await files.put(PHOTO, getBytes("photo"));
    kept.push(...(await placeOrders(ORDERS)));
    const [erased = ""] = await placeOrders(1, ERASED_PHONE);
    await local.client(shop.key).post(`/v1/partner/orders/${erased}/cancel`, { reason: "other" });
    if (settings.backup === null) throw new Error("Backups are not configured");
    const failures: unknown[] = [];
    const backups = runBackups({
      db: local.db,
      settings: { ...settings, backup: settings.backup },
      onFailure: (error) => failures.push(error),
      passEveryMs: PASS_EVERY_MS,
    });
    const state = () => findNewestBackup(local.db);
    await pollUntil(async () => failures.length > 0 || (await state())?.takenAt != null);
    expect(failures).toEqual([]);
    // Two more parts of the log, so that a missing one leaves a gap.
    kept.push(...(await placeOrders(ORDERS)));
    await switchLog();
    await files.put(LATE_PHOTO, getBytes("late photo"));
    // The target is away for a time.
    s3.disturb(
      ...Array.from({ length: 1_000 }, () => (response: ServerResponse) => refuse(response, 503, "SlowDown")),
    );
    kept.push(...(await placeOrders(ORDERS)));
    await switchLog();
    const unsent = () => filesBelow(join(dataDir, "backup", "unsent"));
    // The failure is saved after it is reported.
    await pollUntil(async () => unsent().length > 0 && /^S3 \w+: 503/.test((await state())?.failure ?? ""));
    s3.disturb();
    // An upload that was refused before may be reported after.
    await pollUntil(async () => (await state())?.failure === null);
    failures.length = 0;
    const reader = local.client(shop.key);
    for (let hasMore = true; hasMore; ) {
      const { data: page } = await reader.get<Page>(
        `/v1/partner/events?limit=100${cursor && `&after=${cursor}`}`,
      );
      cursor = page.next_cursor;
      hasMore = page.has_more;
    }
    at = new Date();
    expect(await erasePhone({ ...local, files }, ERASED_PHONE)).toMatchObject({ type: "erased", orders: 1 });
    await placeOrders(1);
    await execute(server.databaseUrl, "TRUNCATE orders CASCADE");
    const last = await switchLog();
    const hasArrived = async () => (await store.list("wal")).some((key) => parseLogKey(key)?.name === last);
    await pollUntil(async () => failures.length > 0 || (await hasArrived()));
    expect(failures).toEqual([]);
    expect(unsent()).toEqual([]);
    await pollUntil(async () => (await state())?.failure === null);
    await backups.stop();
    await local.close();
    callOff();
    await server.remove();
    expect(existsSync(dataDir)).toBe(false);
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "left"), "");

    const { aside, ...restored } = await restore();
    expect(restored).toMatchObject({ until: at, files: 3, erasures: 1 });
    expect(aside).toMatch(/data\.before-\d+T\d+Z$/);
    expect(readdirSync(folder)).toEqual(["data", basename(aside ?? "")]);
    expect(readdirSync(aside ?? "")).toEqual(["left"]);
    await start();
    settings = read({ BACKUP_KEY: settings.backup.recipient });
    expect(await isQuarantined(local.db)).toBe(true);
    expect(await releaseQuarantine(local.db)).toBe(true);
    expect((await getDataState(local.db)).dataUntil).toEqual(at);

    const api = local.client(shop.key);
    const found = await local.db.models.order.findMany({ select: { externalOrderId: true } });
    expect(found.map(({ externalOrderId }) => externalOrderId).sort()).toEqual([...kept, erased].sort());
    expect(await verifySecretKey(local.db, deriveKey(SECRET_TEXT))).toBe(true);
    expect((await openFileStore(settings.files).get(LATE_PHOTO))?.bytes).toEqual(getBytes("late photo"));
    expect(await findText(ERASED_PHONE.slice(2))).toBe(0);
    // A reader of the event log continues with its cursor.
    const [next] = await placeOrders(1);
    const { data } = await api.get<Page>(`/v1/partner/events?after=${cursor}`);
    expect(data.events.map(({ order }) => order.external_order_id)).toEqual([next]);
  });

  it.runIf(isLongRun)("passes the contract tests after the restore", async () => {
    // The services of these tests have no secret, or another one.
    await local.db.models.webhookEndpoint.updateMany({ data: { deletedAt: new Date() } });
    await local.db.models.secretKeyCheck.deleteMany();
    await local.close();
    const words = ["run", "e2e/contract", `--testNamePattern=^(?!.*(${FRESH_ONLY.join("|")}))`];
    const suite = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", ...words], {
      env: {
        ...process.env,
        TEST_DATABASE_URL: withDatabase(server.databaseUrl, "postgres"),
        TEST_TEMPLATE: "dropline",
        SOAK: "0",
      },
      stdio: "inherit",
    });
    const [status] = await once(suite, "exit");
    expect(status).toBe(0);
  });

  /** Refuses, and leaves everything as it was. */
  async function refuses(sentence: string | RegExp, change: Partial<RestoreRequest> = {}): Promise<void> {
    const before = readdirSync(folder);
    await expect(restore(change)).rejects.toThrow(sentence);
    expect(readdirSync(folder)).toEqual(before);
  }

  async function withoutKey(key: string, work: () => Promise<void>, instead?: Uint8Array<ArrayBuffer>) {
    const file = await store.get(key);
    if (file === null) throw new Error(`${key} does not exist`);
    await (instead === undefined ? store.delete(key) : store.put(key, instead));
    await work().finally(() => store.put(key, file.bytes));
  }

  it("is not restored over data in use, or over data without --replace", async () => {
    await refuses(/data is in use: stop the service first\.$/);
    await local.close();
    await server.stop();
    await refuses(/data is not empty: give --replace, which renames it/, { isReplacing: false });
  });

  it("is not restored with a wrong key or secret", async () => {
    await refuses("The backup was encrypted for another private key.", {
      privateKey: await generateX25519Identity(),
    });
    const change = { BACKUP_KEY: settings.backup?.recipient ?? "" };
    await refuses(
      "WEBHOOK_SECRET_KEY is not the one of the backup: set it to the value that the service had.",
      {
        settings: read({ ...change, WEBHOOK_SECRET_KEY: "another secret of thirty-two characters" }),
      },
    );
    await refuses("AUTH_SECRET is not the one of the backup", {
      settings: read({
        ...change,
        AUTH_SECRET: "another secret of thirty-two characters",
        WEBHOOK_SECRET_KEY: SECRET_TEXT,
      }),
    });
  });

  it("is not restored onto a disk without space for it, and says so when the disk becomes full meanwhile", async () => {
    await refuses(/^The restored database needs about \d+ MB in .*, and 60 MB are free\.$/, {
      readFree: () => 60e6,
    });
    const [backup] = (await listBackups(store)) as [BackupIndex];
    const first = backup.parts[0]?.key ?? "";
    let reads = 0;
    const get: FileStore["get"] = async (key) => {
      if (key === first) reads += 1;
      // The first read checks the part, the second one extracts it.
      if (key === first && reads > 1) throw Object.assign(new Error("write failed"), { code: "ENOSPC" });
      return store.get(key);
    };
    await refuses(/^The disk became full during the restore: \d+ MB are free in /, {
      store: { ...store, get },
    });
  });

  it("is not restored to a time outside its range, or from a torn, incomplete or broken archive", async () => {
    const [backup] = (await listBackups(store)) as [BackupIndex];
    await refuses(/^The earliest time that can be restored is 20/, {
      at: new Date(backup.finishedAt.getTime() - 1),
    });
    await refuses(/^There are data up to 20.* only\.$/, { at: new Date(Date.now() + 60_000) });
    const key = backup.parts[1]?.key ?? "";
    await withoutKey(key, () => refuses(`${key} is missing.`));
    const torn = (await store.get(key))?.bytes.slice(0, -7);
    await withoutKey(key, () => refuses(`${key} is damaged.`), torn);
    await withoutKey(`files/${PHOTO}.age`, () => refuses(`files/${PHOTO}.age is missing.`));
    const log = (await store.list("wal"))
      .map(parseLogKey)
      .filter((file) => (file?.archivedAt ?? at) > backup.finishedAt);
    const [first, second] = log.map((file) => file?.key ?? "");
    await withoutKey(first ?? "", () => refuses(/^A part of the log .* is missing/));
    await withoutKey(second ?? "", () => refuses(/wal.* is damaged\.$/), getBytes("age-encryption.org/v1"));
    // A killed process leaves files without an index, which are no backup.
    await withoutKey(indexKey(backup.id), () => refuses("There is no complete backup."));
  });

  it.runIf(isLongRun)("is restored to the end of the log", async () => {
    await restore({ at: null });
    await start();
    expect(await local.db.models.order.count()).toBe(0);
  });
});

/** Counts the rows of all text that contain this. */
async function findText(text: string): Promise<number> {
  const client = new PgClient({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    let count = 0;
    for (const table of ["orders", "order_stops", "events", "webhook_deliveries", "saved_addresses"]) {
      const { rows } = await client.query(`SELECT count(*)::int AS n FROM ${table} t WHERE t::text LIKE $1`, [
        `%${text}%`,
      ]);
      count += rows[0].n;
    }
    return count;
  } finally {
    await client.end();
  }
}
