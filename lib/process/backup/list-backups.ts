import type { FileStore } from "@/lib/files/stored-file";
import { type BackupIndex, backupIndex } from "@/lib/process/backup/backup";

const INDEX = /^backups\/[^/]+\/index\.json$/;

/** All complete backups, oldest first. @throws Error that names an unreadable one */
export async function listBackups(store: FileStore): Promise<BackupIndex[]> {
  const backups: BackupIndex[] = [];
  for (const key of (await store.list("backups")).filter((name) => INDEX.test(name))) {
    const file = await store.get(key);
    if (file !== null) backups.push(parseIndex(key, file.bytes));
  }
  return backups.sort((one, other) => Number(one.finishedAt) - Number(other.finishedAt));
}

function parseIndex(key: string, bytes: Uint8Array): BackupIndex {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error(`${key} is damaged.`);
  }
  const parsed = backupIndex.safeParse(content);
  if (!parsed.success) throw new Error(`${key} ${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}
