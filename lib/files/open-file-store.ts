import type { FileSettings } from "@/lib/config";
import { createDiskFiles } from "@/lib/files/create-disk-files";
import { createS3Files } from "@/lib/files/create-s3-files";
import type { FileStore } from "@/lib/files/stored-file";

export function openFileStore(settings: FileSettings): FileStore {
  return settings.type === "s3" ? createS3Files(settings) : createDiskFiles(settings.folder);
}
