import { randomUUID } from "node:crypto";
import { accessSync, constants, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findExisting, readFreeBytes } from "@/lib/disk-space";
import { type Finding, report } from "@/lib/process/finding";

const GIB = 1024 ** 3;
const MIN_FREE_BYTES = 0.2 * GIB;
const FEW_FREE_BYTES = GIB;

const disk = report("disk");

/** Writes a file to an existing folder and removes it. */
export function checkDisk(dataDir: string, readFree = readFreeBytes): Finding[] {
  const existing = findExisting(dataDir);
  const problem = findWriteProblem(dataDir, existing);
  if (problem !== null) {
    return [
      disk.fail(
        `DATA_DIR ${dataDir} cannot be written: ${problem}.`,
        `Give it to the user of the service: mkdir -p ${dataDir} && chown USER ${dataDir}`,
      ),
    ];
  }
  return [describeFree(dataDir, readFree(existing)), ...findOwnerProblem(existing)];
}

function describeFree(dataDir: string, bytes: number): Finding {
  const message = `DATA_DIR ${dataDir} has ${(bytes / GIB).toFixed(1)} GiB free.`;
  const fix = "Free space, or move DATA_DIR. Photos can go to a bucket (FILES_S3_URL).";
  if (bytes < MIN_FREE_BYTES) return disk.fail(message, fix);
  return bytes < FEW_FREE_BYTES ? disk.warn(message, fix) : disk.ok(message);
}

/** A check run as another user, such as root, may be able to write where the service cannot. */
function findOwnerProblem(folder: string): Finding[] {
  const { uid } = statSync(folder);
  if (process.getuid === undefined || uid === process.getuid()) return [];
  return [
    disk.warn(
      `${folder} belongs to user ${uid}, and this check runs as user ${process.getuid()}.`,
      "Run the check as the user of the service.",
    ),
  ];
}

function findWriteProblem(dataDir: string, existing: string): string | null {
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
    if (existing !== dataDir) return null;
    const file = join(dataDir, `check-${randomUUID()}`);
    try {
      writeFileSync(file, "check", { flag: "wx", flush: true });
    } finally {
      rmSync(file, { force: true });
    }
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** Of the folder, or of where the service will create it. */
export const readFreeGigabytes = (folder: string): number => readFreeBytes(folder) / GIB;
