import { expect, it } from "vitest";
import { checkRestoreSpace, estimateRestoreBytes, explainFullDisk } from "@/lib/process/backup/restore-space";

const MB = 1024 * 1024;
const INDEX = {
  database: { systemId: "1", timeline: 1, startLsn: "0/2000028", endLsn: "0/3000100" },
};
const MANIFEST = {
  database: {
    ...{ postgresVersion: "18.0", password: "x", tables: {} },
    baseManifest: JSON.stringify({ Files: [{ Size: 30 * MB }, { Size: 10 * MB }] }),
  },
};

it("a restore needs the files of the backup, its log, twice the later log, and a reserve", () => {
  const reserve = 96 * MB;
  expect(estimateRestoreBytes(INDEX, MANIFEST, 0)).toBe(40 * MB + 32 * MB + reserve);
  expect(estimateRestoreBytes(INDEX, MANIFEST, 5 * MB)).toBe(40 * MB + 32 * MB + 10 * MB + reserve);
  expect(estimateRestoreBytes({ database: null }, { database: null }, 0)).toBe(0);
});

it("a restore that does not fit is refused with both numbers", () => {
  expect(() => checkRestoreSpace("/srv", 168_100_000, 60_000_000)).toThrow(
    "The restored database needs about 169 MB in /srv, and 60 MB are free.",
  );
  checkRestoreSpace("/srv", 60_000_000, 60_000_000);
});

it("a restore that fails on a full disk says so, whether the error names it or only the disk shows it", () => {
  const stopped = new Error("PostgreSQL stopped during the recovery.");
  const unwritten = Object.assign(new Error("write failed"), { code: "ENOSPC" });
  const sentence = "The disk became full during the restore: 1 MB are free in /srv.";
  expect(explainFullDisk(stopped, "/srv", 1e6)).toMatchObject({ message: sentence, cause: stopped });
  expect(explainFullDisk(unwritten, "/srv", 100e6)).toMatchObject({ cause: unwritten });
  expect(explainFullDisk(stopped, "/srv", 100e6)).toBe(stopped);
});
