import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Config, readConfig } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import { openFileStore } from "@/lib/files/open-file-store";
import { erasePhone } from "@/lib/privacy/request-erasure";
import { createBackup } from "@/lib/process/backup/create-backup";
import { createBackupArchive } from "@/lib/process/backup/create-backup-archive";
import { restoreBackup } from "@/lib/process/backup/restore-backup";
import { orderBody } from "@/testing/api-client";
import { cloneDatabase, type TestDatabase, withDatabase } from "@/testing/cluster";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

const PHONE = "+79219876543";
const PHOTO = "proofs/3f6f4f9c-0000-4000-8000-000000000001.webp";

const folder = mkdtempSync(join(tmpdir(), "own-database-"));
const dataDir = join(folder, "data");
const archive = join(folder, "backup.tar");
let local: LocalApi;
let dumped: TestDatabase;

beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(async () => {
  await local?.close();
  await dumped?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const read = (databaseUrl: string): Config =>
  readConfig({ NODE_ENV: "test", DATABASE_URL: databaseUrl, DATA_DIR: dataDir });

it("restores photos, from one file, next to a database that is the operator's own, and repeats the erasures in it", async () => {
  const { api } = await local.newShop();
  const body = orderBody();
  const { data } = await api.create({
    ...body,
    dropoffs: body.dropoffs.map((dropoff) => ({ ...dropoff, contact: { value: PHONE } })),
  });
  await api.post(`/v1/partner/orders/${data.external_order_id}/cancel`, { reason: "other" });
  const [server, name] = [withDatabase(local.databaseUrl, "postgres"), new URL(local.databaseUrl).pathname];
  await local.db.close();
  dumped = await cloneDatabase(server, name.slice(1));
  const db = openDatabase(local.databaseUrl, 2);
  const settings = read(local.databaseUrl);
  const files = openFileStore(settings.files);
  await files.put(PHOTO, new Uint8Array([1, 2]));
  await erasePhone({ db, files, clock: local.clock }, PHONE);
  await db.close();
  const privateKey = await generateX25519Identity();
  const target = {
    store: createBackupArchive(archive, true),
    recipient: await identityToRecipient(privateKey),
  };
  const checksums = new Map<string, string>();
  expect((await createBackup(settings, target, {}, checksums)).database).toBeNull();
  expect([...checksums.keys()]).toContain(PHOTO);
  rmSync(dataDir, { recursive: true });
  await expect(createBackupArchive(archive, true).list("backups")).rejects.toThrow(/EEXIST/);
  const listed = spawnSync("tar", ["-tf", archive], { encoding: "utf8" });
  expect(listed.stdout).toMatch(/^backups\/\S+\/index\.json$/m);
  const store = createBackupArchive(archive, false);

  const request = { settings: read(dumped.url), store, privateKey, at: null, isReplacing: false };
  await expect(restoreBackup({ ...request, hasOwnDatabase: false })).rejects.toThrow(
    "The backup contains no database: restore that first, and set DATABASE_URL.",
  );
  const restored = await restoreBackup({ ...request, hasOwnDatabase: true });
  expect(restored).toMatchObject({ until: null, files: 2, erasures: 1 });
  expect(readdirSync(folder).sort()).toEqual(["backup.tar", "data"]);
  expect((await openFileStore(settings.files).get(PHOTO))?.bytes).toEqual(new Uint8Array([1, 2]));
  const restoredDb = openDatabase(dumped.url, 2);
  const stops = await restoredDb.models.orderStop.findMany({ select: { contactValue: true } });
  await restoredDb.close();
  expect(stops.length).toBeGreaterThan(1);
  expect(stops.filter(({ contactValue }) => contactValue === PHONE)).toEqual([]);
});
