import { createHmac } from "node:crypto";
import * as z from "zod";

export const FORMAT = 1;

export const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENTS_PER_FILE = 0x1_0000_0000 / SEGMENT_BYTES;

const part = z.object({ key: z.string(), bytes: z.number().int(), sha256: z.string() });
const database = z.object({
  systemId: z.string(),
  timeline: z.number().int(),
  startLsn: z.string(),
  endLsn: z.string(),
});

/**
 * Describes a complete backup without its content. Written last, so that a backup without it is a half-written one.
 * It is not encrypted: the host deletes old backups, and has no private key.
 */
export const backupIndex = z.object({
  format: z.literal(FORMAT, { error: "is of another version of Dropline" }),
  id: z.string(),
  startedAt: z.coerce.date(),
  finishedAt: z.coerce.date(),
  /** Null if the database is not the service's own server. */
  database: database.nullable(),
  manifest: part,
  parts: z.array(part),
  files: z.array(z.string()),
});

export type BackupIndex = z.infer<typeof backupIndex>;
export type StoredPart = z.infer<typeof part>;

export interface TableDigest {
  readonly rows: string;
  readonly hash: string;
}

/** The encrypted description of a backup. */
export interface BackupManifest {
  readonly format: typeof FORMAT;
  readonly id: string;
  readonly version: string;
  readonly city: string | null;
  readonly secrets: Readonly<Record<string, string | null>>;
  /** Variables that are set, without secrets. */
  readonly configuration: Readonly<Record<string, string>>;
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
  /** Photos in a bucket, which are not copied. */
  readonly bucketFiles: readonly string[];
  readonly database: {
    readonly postgresVersion: string;
    readonly password: string;
    /** PostgreSQL's list of files. */
    readonly baseManifest: string;
    readonly tables: Readonly<Record<string, TableDigest>>;
  } | null;
}

export const indexKey = (id: string): string => `backups/${id}/index.json`;
export const storedFileKey = (name: string): string => `files/${name}.age`;

/** Identifies a secret without revealing it. */
export function fingerprint(secret: string): string {
  return createHmac("sha256", "dropline backup").update(secret).digest("hex").slice(0, 16);
}

/** A file of PostgreSQL's log, or a history file, which says where a timeline begins. */
export interface LogFile {
  readonly key: string;
  readonly name: string;
  readonly timeline: number;
  /** Position in the log; null for a history. */
  readonly number: number | null;
  readonly archivedAt: Date;
}

const LOG_NAME = /^([0-9A-F]{8})(?:([0-9A-F]{8})([0-9A-F]{8})|\.history)$/;

/** Returns the key of a file in PostgreSQL's archive; null for those that a restore does not need. */
export function findLogKey(systemId: string, name: string, archivedAt: Date): string | null {
  if (!LOG_NAME.test(name)) return null;
  return `wal/${systemId}/${name.toLowerCase().replace(".", "-")}-${Math.floor(archivedAt.getTime())}.age`;
}

export function parseLogKey(key: string): LogFile | null {
  const [, lower = "", instant] = /^wal\/\d+\/([0-9a-f]+(?:-history)?)-(\d+)\.age$/.exec(key) ?? [];
  const name = lower.replace(/[a-f]/g, (digit) => digit.toUpperCase()).replace(/-.*/, ".history");
  const [, timeline, file, rest] = LOG_NAME.exec(name) ?? [];
  if (timeline === undefined) return null;
  const number =
    file === undefined || rest === undefined
      ? null
      : Number.parseInt(file, 16) * SEGMENTS_PER_FILE + Number.parseInt(rest, 16);
  const archivedAt = new Date(Number(instant));
  return { key, name, timeline: Number.parseInt(timeline, 16), number, archivedAt };
}

export function parseLsn(lsn: string): bigint {
  const [high = "", low = ""] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export const getSegmentNumber = (lsn: string): number => Number(parseLsn(lsn) / BigInt(SEGMENT_BYTES));

export function nameSegment(timeline: number, number: number): string {
  const words = [timeline, Math.floor(number / SEGMENTS_PER_FILE), number % SEGMENTS_PER_FILE];
  return words.map((word) => word.toString(16).toUpperCase().padStart(8, "0")).join("");
}
