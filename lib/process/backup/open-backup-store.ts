import type { FileSettings } from "@/lib/config";
import { createDiskFiles } from "@/lib/files/create-disk-files";
import { createS3Files } from "@/lib/files/create-s3-files";
import type { FileStore } from "@/lib/files/stored-file";

/** Parts are larger than photos. */
const TIMEOUT_MS = 5 * 60_000;

export function openBackupStore(settings: FileSettings): FileStore {
  return settings.type === "s3" ? createS3Files(settings, TIMEOUT_MS) : createDiskFiles(settings.folder);
}
