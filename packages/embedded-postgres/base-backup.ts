import { createHash, type Hash } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Writable } from "node:stream";
import { Client, Query } from "pg";
import { unprivilegedUser } from "./postgres";

export interface BaseBackup {
  readonly systemId: string;
  readonly timeline: number;
  /** Position in the log where recovery starts. */
  readonly startLsn: string;
  readonly endLsn: string;
  /** PostgreSQL's own list of the files with their checksums. */
  readonly manifest: string;
}

/** A file of an archive as it was extracted. */
interface Extracted {
  readonly bytes: number;
  readonly sha256: string;
}

const BLOCK = 512;
const OLDEST_MAJOR = 15;
const SLOT = "dropline_backup";

/** Copies the whole server over the replication protocol into a tar archive, with the log that it needs. */
export async function takeBaseBackup(databaseUrl: string, tar: Writable): Promise<BaseBackup> {
  const client = new Client({ connectionString: databaseUrl, replication: "true" } as object);
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows: versions } = await client.query("SHOW server_version_num");
    const major = Math.floor(Number(versions[0].server_version_num) / 10_000);
    if (major < OLDEST_MAJOR) {
      throw new Error(`Backups need PostgreSQL ${OLDEST_MAJOR} or later, and the server is ${major}.`);
    }
    const { rows: systems } = await client.query("IDENTIFY_SYSTEM");
    // Until the end of this connection, no checkpoint removes the log that is part of the backup.
    await client.query(`CREATE_REPLICATION_SLOT ${SLOT}_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`);
    const { manifest, positions } = await copyServer(client, tar);
    const [start, end] = positions;
    if (start === undefined || end === undefined || manifest === "") {
      throw new Error("The server sent no complete backup");
    }
    const [systemId, timeline] = [systems[0].systemid, Number(start.tli)];
    return { systemId, timeline, startLsn: start.recptr, endLsn: end.recptr, manifest };
  } finally {
    await client.end().catch(() => {});
  }
}

interface Position {
  readonly recptr: string;
  readonly tli: string;
}

/** Sends each piece on as it arrives, so that memory stays bounded whatever the size of the server. */
async function copyServer(
  client: Client,
  tar: Writable,
): Promise<{ manifest: string; positions: Position[] }> {
  const manifest: Buffer[] = [];
  const archives: string[] = [];
  const copy = new Query(
    "BASE_BACKUP (LABEL 'dropline', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')",
  );
  let isManifest = false;
  const { stream } = (client as unknown as { connection: { stream: NodeJS.ReadStream } }).connection;
  const receive = ({ chunk }: { chunk: Buffer }) => {
    const [kind, content] = [String.fromCharCode(chunk[0] ?? 0), chunk.subarray(1)];
    if (kind === "m") isManifest = true;
    if (kind === "n") archives.push(content.toString("utf8").split("\0")[0] ?? "");
    if (kind !== "d") return;
    // The driver reuses its buffer.
    const piece = Buffer.from(content);
    if (isManifest) manifest.push(piece);
    else if (!tar.write(piece)) stream.pause();
  };
  Object.assign(copy, { handleCopyData: receive });
  tar.on("drain", () => stream.resume());
  const positions: Position[] = [];
  await new Promise<void>((settle, fail) => {
    tar.once("error", fail);
    copy.on("row", (row) => {
      if ("recptr" in row) positions.push(row);
    });
    copy.on("end", () => settle());
    copy.on("error", fail);
    client.query(copy);
  });
  if (archives.length !== 1) throw new Error("Servers with tablespaces cannot be backed up");
  await new Promise<void>((settle, fail) => {
    tar.once("error", fail);
    tar.end(settle);
  });
  return { manifest: Buffer.concat(manifest).toString("utf8"), positions };
}

/**
 * Extracts a base backup into the empty data folder of a server, for `startEmbedded`, and compares every file with
 * PostgreSQL's manifest.
 * @throws Error that names the first file that is missing or different
 */
export async function extractBaseBackup(options: {
  readonly tar: AsyncIterable<Uint8Array>;
  readonly manifest: string;
  readonly dataDir: string;
  /** Of the user in the backup. */
  readonly password: string;
}): Promise<void> {
  const { dataDir, manifest } = options;
  const data = join(dataDir, "postgres");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, "postgres.password"), options.password, { mode: 0o600 });
  compareWithManifest(manifest, await extractTar(options.tar, data));
  writeFileSync(join(data, "backup_manifest"), manifest, { mode: 0o600 });
  writeFileSync(join(data, "recovery.signal"), "", { mode: 0o600 });
  giveToServer(data);
}

/** Gives all files to the user who runs the server, since PostgreSQL refuses root. */
export function giveToServer(folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = unprivilegedUser();
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    chownSync(join(folder, name), uid, gid);
  }
}

/** Throws unless the manifest is intact and each of its files was extracted as it says. */
export function compareWithManifest(manifest: string, extracted: ReadonlyMap<string, Extracted>): void {
  const signed = manifest.slice(0, manifest.indexOf('"Manifest-Checksum"'));
  const { Files: files, "Manifest-Checksum": checksum } = JSON.parse(manifest) as {
    Files: { Path?: string; "Encoded-Path"?: string; Size: number; Checksum: string }[];
    "Manifest-Checksum": string;
  };
  if (createHash("sha256").update(signed).digest("hex") !== checksum) {
    throw new Error("The manifest of the base backup is damaged");
  }
  for (const { Path, "Encoded-Path": encoded = "", Size, Checksum } of files) {
    const path = Path ?? Buffer.from(encoded, "hex").toString("utf8");
    const file = extracted.get(path);
    if (file === undefined) throw new Error(`The base backup lacks ${path}`);
    if (file.bytes !== Size || file.sha256 !== Checksum)
      throw new Error(`${path} of the base backup is damaged`);
  }
}

/** Extracts folders and files one after another. Returns the files by their path. */
async function extractTar(
  source: AsyncIterable<Uint8Array>,
  folder: string,
): Promise<ReadonlyMap<string, Extracted>> {
  const reader = new TarReader(source);
  const extracted = new Map<string, Extracted>();
  for (;;) {
    const header = await reader.readBlock();
    if (header === null || header[0] === 0) return extracted;
    const name = readName(header);
    const path = join(folder, name);
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === "5") {
      mkdirSync(path, { recursive: true, mode: 0o700 });
    } else if (type === "0" || type === "\0") {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      extracted.set(name, await extractFile(reader, path, readSize(header)));
    } else throw new Error(`The base backup contains ${name}, which is no file`);
  }
}

async function extractFile(reader: TarReader, path: string, bytes: number): Promise<Extracted> {
  const hash: Hash = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  try {
    for (let left = bytes; left > 0; ) {
      const piece = await reader.read(left);
      hash.update(piece);
      await file.writeFile(piece);
      left -= piece.length;
    }
  } finally {
    await file.close();
  }
  await reader.skip((BLOCK - (bytes % BLOCK)) % BLOCK);
  return { bytes, sha256: hash.digest("hex") };
}

function readName(header: Buffer): string {
  const read = (from: number, length: number) =>
    header.toString("utf8", from, from + length).replace(/\0.*$/s, "");
  const [prefix, last] = [read(345, 155), read(0, 100)];
  const name = (prefix === "" ? last : `${prefix}/${last}`).replace(/\/$/, "");
  if (name.startsWith("/") || name.split("/").includes(".."))
    throw new Error(`Not a path in a folder: ${name}`);
  return name;
}

/** Octal digits, or a binary number from 8 GB on. */
function readSize(header: Buffer): number {
  const isBinary = ((header[124] ?? 0) & 0x80) !== 0;
  if (isBinary) return header.readUIntBE(130, 6);
  return Number.parseInt(header.toString("latin1", 124, 136).replace(/[\0 ]+$/, ""), 8);
}

class TarReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns up to that many bytes, at least one. @throws Error at the end */
  async read(most: number): Promise<Buffer> {
    if (this.#rest.length === 0 && !(await this.#fill())) throw new Error("The base backup ends too early");
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  async skip(bytes: number): Promise<void> {
    for (let left = bytes; left > 0; ) left -= (await this.read(left)).length;
  }

  async readBlock(): Promise<Buffer | null> {
    if (this.#rest.length === 0 && !(await this.#fill())) return null;
    const pieces: Buffer[] = [];
    for (let left = BLOCK; left > 0; ) {
      const piece = await this.read(left);
      pieces.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(pieces);
  }

  async #fill(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done === true) return false;
    this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return this.#rest.length > 0 || this.#fill();
  }
}
