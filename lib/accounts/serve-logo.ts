import type { FileStore, StoredFile } from "@/lib/files/stored-file";
import { toFileResponse } from "@/lib/files/to-file-response";

const NAME = /^([0-9a-f]{64})\.webp$/;

export const logoKey = (sha256: string): string => `logos/${sha256}.webp`;

export async function serveLogo(files: FileStore, name: string): Promise<Response> {
  return toFileResponse(
    await findLogo(files, name),
    "public, max-age=31536000, immutable",
    "There is no such logo.",
  );
}

export async function findLogo(files: FileStore, name: string): Promise<StoredFile | null> {
  const sha256 = NAME.exec(name)?.[1];
  return sha256 === undefined ? null : files.get(logoKey(sha256));
}
