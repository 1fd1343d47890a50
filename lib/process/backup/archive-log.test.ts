import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, beforeEach, expect, it } from "vitest";
import { createDiskFiles } from "@/lib/files/create-disk-files";
import { LogChain, type LogMove, moveLog } from "@/lib/process/backup/archive-log";
import { nameSegment, parseLogKey } from "@/lib/process/backup/backup";
import { decrypt } from "@/lib/process/backup/encrypt";
import { filesBelow } from "@/testing/s3-server";

const AWAY = new Error("S3 PUT: no answer");
const folder = mkdtempSync(join(tmpdir(), "archive-"));
const [archive, unsentFolder, stored] = ["archive", "unsent", "target"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const disk = createDiskFiles(stored);
const privateKey = await generateX25519Identity();
const recipient = await identityToRecipient(privateKey);
let isAway = false;
const store = {
  ...disk,
  put: (...file: Parameters<typeof disk.put>) => (isAway ? Promise.reject(AWAY) : disk.put(...file)),
};

const write = (number: number) =>
  writeFileSync(join(archive, nameSegment(1, number)), `part ${number}`.padEnd(1_000, "\0"));
const move = (chain: LogChain, change: Partial<LogMove> = {}) =>
  moveLog(
    { systemId: "7", archive },
    { store, recipient },
    {
      unsentFolder,
      copier: null,
      reason: null,
      onStored: (file) => chain.add(file),
      minFreeBytes: 0,
      ...change,
    },
  );
const numbersAtTarget = async () => (await disk.list("wal")).map((key) => parseLogKey(key)?.number);

beforeEach(() => {
  isAway = false;
  for (const path of [archive, unsentFolder, stored]) rmSync(path, { recursive: true, force: true });
  mkdirSync(archive, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("keeps the log encrypted on this machine while the target is away, and sends it in order later", async () => {
  const chain = new LogChain([]);
  write(1);
  await move(chain);
  isAway = true;
  for (const number of [2, 3]) {
    write(number);
    await expect(move(chain)).rejects.toThrow(AWAY);
    expect(readdirSync(archive)).toEqual([]);
  }
  expect(filesBelow(unsentFolder)).toHaveLength(2);
  isAway = false;
  write(4);
  await move(chain);
  expect(filesBelow(unsentFolder)).toEqual([]);
  expect(await numbersAtTarget()).toEqual([1, 2, 3, 4]);
  expect(chain.hasGap).toBe(false);
  const [, second = ""] = await disk.list("wal");
  const bytes = (await disk.get(second))?.bytes ?? new Uint8Array();
  expect((await decrypt(bytes, privateKey)).toString("utf8")).toMatch(/^part 2\0/);
});

it("drops the log when the disk is nearly full, says so, and finds the gap when the target is back", async () => {
  const chain = new LogChain(["wal/7/000000010000000000000001-1764244800000.age"]);
  isAway = true;
  write(2);
  await expect(move(chain)).rejects.toThrow(AWAY);
  write(3);
  await expect(move(chain, { minFreeBytes: Number.POSITIVE_INFINITY })).rejects.toThrow(
    /log that cannot be sent is dropped: S3 PUT: no answer$/,
  );
  expect(readdirSync(archive)).toEqual([]);
  isAway = false;
  await move(chain);
  expect(chain.hasGap).toBe(false);
  write(4);
  await move(chain);
  expect(await numbersAtTarget()).toEqual([2, 4]);
  expect(chain.hasGap).toBe(true);
});

it("sends nothing for a given reason, but empties the archive", async () => {
  const chain = new LogChain([]);
  write(1);
  await expect(move(chain, { reason: AWAY })).rejects.toThrow(AWAY);
  expect([readdirSync(archive), filesBelow(stored), filesBelow(unsentFolder).length]).toEqual([[], [], 1]);
});
