import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createDiskFiles } from "@/lib/files/create-disk-files";
import { indexKey, storedFileKey } from "@/lib/process/backup/backup";
import { deleteOldBackups } from "@/lib/process/backup/delete-old-backups";

const DAY_MS = 24 * 60 * 60_000;
const folder = mkdtempSync(join(tmpdir(), "retention-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("keeps what restores within the days need, all erasures, and backups being written", async () => {
  const [store, source] = [createDiskFiles(join(folder, "target")), createDiskFiles(join(folder, "files"))];
  const now = new Date("2026-11-27T12:00:00Z");
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const put = (key: string, content: unknown = "") =>
    store.put(key, new Uint8Array(Buffer.from(JSON.stringify(content))));
  const name = (days: number) =>
    `${ago(days)
      .toISOString()
      .replace(/[-:]|\.\d+/g, "")
      .toLowerCase()}-aa`;
  const photo = (days: number) => `proofs/${days}.webp`;
  for (const days of [30, 20, 10, 1]) {
    const part = { key: "", bytes: 0, sha256: "" };
    const times = { startedAt: ago(days), finishedAt: ago(days) };
    await put(indexKey(name(days)), {
      format: 1,
      id: name(days),
      ...times,
      database: null,
      manifest: part,
      parts: [],
      files: [photo(days)],
    });
    await put(`backups/${name(days)}/part-00001.age`);
    await put(storedFileKey(photo(days)));
    await put(`wal/7/00000001000000000000000${days % 9}-${ago(days).getTime()}.age`);
  }
  // Half-written ones: of a process that died, and of one that is at work.
  await put(`backups/${name(2)}/part-00001.age`);
  await put(`backups/${name(0)}/part-00001.age`);
  await put(storedFileKey("erasures/00000000-0000-4000-8000-000000000001.json"));
  await deleteOldBackups(store, source, 14 * DAY_MS, now);
  expect(await store.list("")).toEqual(
    [
      ...[20, 10, 1].flatMap((days) => [
        indexKey(name(days)),
        `backups/${name(days)}/part-00001.age`,
        storedFileKey(photo(days)),
        `wal/7/00000001000000000000000${days % 9}-${ago(days).getTime()}.age`,
      ]),
      `backups/${name(0)}/part-00001.age`,
      storedFileKey("erasures/00000000-0000-4000-8000-000000000001.json"),
    ].sort(),
  );
});
