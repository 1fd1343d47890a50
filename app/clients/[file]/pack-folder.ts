import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const BLOCK_BYTES = 512;
const NOT_PACKED = /(^|\/)(node_modules|vendor|build|__pycache__|\w+\.egg-info)(\/|$)/;

/** Packs the files of a folder as a `.tar.gz` with one top folder; equal files give equal bytes. */
export function packFolder(folder: string, top: string): Buffer<ArrayBuffer> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => !NOT_PACKED.test(name) && statSync(join(folder, name)).isFile())
    .sort();
  const blocks = files.flatMap((name) => {
    const bytes = readFileSync(join(folder, name));
    const padding = Buffer.alloc(-bytes.length & (BLOCK_BYTES - 1));
    return [buildHeader(`${top}/${name}`, bytes.length), bytes, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]));
}

function buildHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, "0");
  header.write(name, 0, 100);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  // The checksum treats its own field as spaces.
  header.fill(" ", 148, 156);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      8,
    ),
    148,
  );
  return header;
}
