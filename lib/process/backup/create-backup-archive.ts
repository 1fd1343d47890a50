import { type FileHandle, open } from "node:fs/promises";
import { type FileStore, getContentType } from "@/lib/files/stored-file";

const BLOCK = 512;

const toBlocks = (bytes: number): number => Math.ceil(bytes / BLOCK) * BLOCK;

interface Entry {
  readonly key: string;
  readonly at: number;
  readonly bytes: number;
}

/** One backup as a tar archive. A new one must not exist, and each file is appended to it once. */
export function createBackupArchive(path: string, isNew: boolean): FileStore {
  const entries = new Map<string, Entry>();
  let opened: Promise<FileHandle> | undefined;
  let end = 0;
  const add = (entry: Entry) => {
    entries.set(entry.key, entry);
    end = entry.at + toBlocks(entry.bytes);
  };
  const load = async () => {
    const file = await open(path, isNew ? "wx+" : "r", 0o600);
    for (let entry = await readEntry(file, 0); entry !== null; entry = await readEntry(file, end)) add(entry);
    return file;
  };
  const getFile = () => (opened ??= load());
  return {
    put: async (key, bytes) => {
      const file = await getFile();
      const padding = new Uint8Array(toBlocks(bytes.length) - bytes.length);
      await file.write(Buffer.concat([buildHeader(key, bytes.length), bytes, padding]), 0, null, end);
      await file.sync();
      add({ key, at: end + BLOCK, bytes: bytes.length });
    },
    get: async (key) => {
      const file = await getFile();
      const { at, bytes: length } = entries.get(key) ?? {};
      if (at === undefined || length === undefined) return null;
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, at);
      return { bytes: bytes.slice(0, bytesRead), contentType: getContentType(key) };
    },
    delete: () => Promise.reject(new Error("A backup in one file cannot be changed")),
    list: async (folder) => {
      await getFile();
      return [...entries.keys()].filter((key) => key.startsWith(`${folder}/`)).sort();
    },
  };
}

function buildHeader(key: string, bytes: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  if (header.write(key) > 99) throw new Error(`${key} is too long for an archive`);
  header.write("0000600", 100);
  header.write(octal(bytes, 11), 124);
  header.write(octal(Math.floor(Date.now() / 1_000), 11), 136);
  // The checksum counts itself as spaces.
  header.write("        0", 148);
  header.write("ustar\x0000", 257);
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${octal(checksum, 6)}\0`, 148);
  return header;
}

/** Null at the end. */
async function readEntry(file: FileHandle, at: number): Promise<Entry | null> {
  const header = Buffer.alloc(BLOCK);
  const { bytesRead } = await file.read(header, 0, BLOCK, at);
  if (bytesRead < BLOCK || header.toString("latin1", 257, 262) !== "ustar") return null;
  const key = header.toString("utf8", 0, 100).replace(/\0.*$/s, "");
  return { key, at: at + BLOCK, bytes: Number.parseInt(header.toString("latin1", 124, 135), 8) };
}
