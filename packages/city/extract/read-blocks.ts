import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { PbfReader } from "pbf";
import { ExtractError } from "@/packages/city/extract/extract-error";

/** The format's own limits (OSM wiki, PBF Format): anything larger is not an extract. */
const MAX_HEAD_BYTES = 64 * 1024;
const MAX_BLOCK_BYTES = 32 * 1024 * 1024;

const CUT_OFF = "The file ends in the middle of a block: it was not downloaded whole.";
const NO_EXTRACT = "The file is no extract of OpenStreetMap (.osm.pbf).";
const DAMAGED = "A block of the file cannot be unpacked: the file is damaged.";

const OTHER_PACKINGS: Readonly<Record<number, string>> = { 4: "lzma", 5: "bzip2", 6: "lz4", 7: "zstd" };

const unpack = promisify(inflate);

export interface Block {
  readonly type: "OSMHeader" | "OSMData";
  readonly data: Uint8Array;
  /** The share of the file read so far, this block included, from 0 to 1. */
  readonly done: number;
}

/** Holds one block of an .osm.pbf at a time. @throws ExtractError */
export async function* readBlocks(path: string): AsyncGenerator<Block> {
  const file = await openFile(path);
  try {
    const { size } = await file.stat();
    if (size === 0) throw new ExtractError("The file is empty.");
    let at = 0;
    while (at < size) {
      const isFirst = at === 0;
      const headBytes = (await bytesAt(file, at, 4)).readUInt32BE();
      if (headBytes === 0 || headBytes > MAX_HEAD_BYTES)
        throw new ExtractError(isFirst ? NO_EXTRACT : DAMAGED);
      const head = readHead(await bytesAt(file, at + 4, headBytes), isFirst);
      const packedAt = at + 4 + headBytes;
      at = packedAt + head.bytes;
      if (at > size) throw new ExtractError(CUT_OFF);
      // The format tells readers to skip unknown kinds of blocks.
      if (head.type !== "OSMHeader" && head.type !== "OSMData") continue;
      yield {
        type: head.type,
        data: await unpackBlock(await bytesAt(file, packedAt, head.bytes)),
        done: at / size,
      };
    }
  } finally {
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path);
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT") throw new ExtractError(`There is no file ${path}.`);
    throw new ExtractError(`The file ${path} cannot be read (${code}).`);
  }
  throw new ExtractError(`${path} is not a file.`);
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new ExtractError(CUT_OFF);
    filled += bytesRead;
  }
  return bytes;
}

function readHead(bytes: Uint8Array, isFirst: boolean): { type: string; bytes: number } {
  const head = { type: "", bytes: 0 };
  try {
    new PbfReader(bytes).readFields((tag, result, pbf) => {
      if (tag === 1) result.type = pbf.readString();
      else if (tag === 3) result.bytes = pbf.readVarint();
    }, head);
  } catch {
    head.type = "";
  }
  if (isFirst && head.type !== "OSMHeader") throw new ExtractError(NO_EXTRACT);
  if (head.type === "" || head.bytes <= 0 || head.bytes > MAX_BLOCK_BYTES) throw new ExtractError(DAMAGED);
  return head;
}

async function unpackBlock(bytes: Uint8Array): Promise<Uint8Array> {
  const blob: { raw: Uint8Array | null; zlib: Uint8Array | null; size: number; other: string | null } = {
    raw: null,
    zlib: null,
    size: 0,
    other: null,
  };
  try {
    new PbfReader(bytes).readFields((tag, result, pbf) => {
      if (tag === 1) result.raw = pbf.readBytes();
      else if (tag === 2) result.size = pbf.readVarint();
      else if (tag === 3) result.zlib = pbf.readBytes();
      else result.other = OTHER_PACKINGS[tag] ?? result.other;
    }, blob);
    if (blob.raw !== null) return blob.raw;
    if (blob.zlib !== null && blob.size <= MAX_BLOCK_BYTES) {
      const data = await unpack(blob.zlib, { maxOutputLength: MAX_BLOCK_BYTES });
      if (data.length === blob.size) return data;
    }
  } catch {
    throw new ExtractError(DAMAGED);
  }
  if (blob.other === null) throw new ExtractError(DAMAGED);
  throw new ExtractError(`The file is packed with ${blob.other}; only zlib is read here.`);
}
