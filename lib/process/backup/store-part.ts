import { createHash } from "node:crypto";
import type { FileStore } from "@/lib/files/stored-file";
import type { StoredPart } from "@/lib/process/backup/backup";
import { decrypt, encrypt } from "@/lib/process/backup/encrypt";

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Writes a file and reads it back. @throws Error unless size and checksum are the same */
export async function putVerified(
  store: FileStore,
  key: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<StoredPart> {
  const part = { key, bytes: bytes.length, sha256: sha256(bytes) };
  await store.put(key, bytes);
  await getVerified(store, part);
  return part;
}

/** @throws Error if the file is missing or differs from what was written */
export async function getVerified(store: FileStore, { key, bytes, sha256: checksum }: StoredPart) {
  const file = await store.get(key);
  if (file === null) throw new Error(`${key} is missing.`);
  if (file.bytes.length !== bytes || sha256(file.bytes) !== checksum) throw new Error(`${key} is damaged.`);
  return file.bytes;
}

const PART_BYTES = 16 * 1024 * 1024;

/** Encrypts a file in parts, each small enough for memory and for one request. */
export async function storeParts(
  store: FileStore,
  source: AsyncIterable<Buffer>,
  { folder, recipient }: { folder: string; recipient: string },
): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  for await (const piece of inPieces(source)) {
    const key = `${folder}/part-${String(parts.length + 1).padStart(5, "0")}.age`;
    parts.push(await putVerified(store, key, await encrypt(piece, recipient)));
  }
  return parts;
}

async function* inPieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [chunks, bytes]: [Buffer[], number] = [[], 0];
  for await (const chunk of source) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(chunks);
    [chunks, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

/** The content of a backup's parts in turn. */
export async function* readParts(
  store: FileStore,
  parts: readonly StoredPart[],
  privateKey: string,
): AsyncGenerator<Buffer> {
  for (const part of parts) yield decrypt(await getVerified(store, part), privateKey);
}
