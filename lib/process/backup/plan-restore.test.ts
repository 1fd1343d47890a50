import { describe, expect, it } from "vitest";
import {
  type BackupIndex,
  findLogKey,
  type LogFile,
  nameSegment,
  parseLogKey,
} from "@/lib/process/backup/backup";
import { planRestore } from "@/lib/process/backup/plan-restore";

const minute = (number: number) => new Date(Date.UTC(2026, 10, 27, 12, number));

function backup(id: string, at: number, startSegment: number, timeline = 1): BackupIndex {
  const lsn = (offset: string) => `0/${startSegment.toString(16).toUpperCase()}${offset}`;
  const database = { systemId: "7", timeline, startLsn: lsn("000028"), endLsn: lsn("000120") };
  const manifest = { key: "", bytes: 0, sha256: "" };
  return {
    format: 1,
    id,
    startedAt: minute(at),
    finishedAt: minute(at),
    database,
    manifest,
    parts: [],
    files: [],
  };
}

function archived(name: string, at: number): LogFile {
  const file = parseLogKey(findLogKey("7", name, minute(at)) ?? "");
  if (file === null) throw new Error(`${name} is no part of the log`);
  return file;
}

const segments = (from: number, to: number, timeline = 1) =>
  Array.from({ length: to - from + 1 }, (_, index) =>
    archived(nameSegment(timeline, from + index), from + index),
  );

const plan = (
  backups: BackupIndex[],
  files: LogFile[],
  at: number | null,
  histories = new Map<number, string>(),
) => {
  const {
    backup: chosen,
    timeline,
    log,
    hasGap,
  } = planRestore(backups, files, histories, at === null ? null : minute(at));
  return { id: chosen.id, timeline, log: log.map(({ name }) => name), hasGap };
};

describe("the plan of a restore", () => {
  it("keeps the names of PostgreSQL's log, and drops files that no restore needs", () => {
    expect(archived("00000002.history", 1)).toMatchObject({
      name: "00000002.history",
      timeline: 2,
      number: null,
    });
    expect(archived("0000000A00000001000000FF", 1)).toMatchObject({ timeline: 10, number: 511 });
    expect(nameSegment(10, 511)).toBe("0000000A00000001000000FF");
    for (const name of ["00000001000000000000000A.partial", "000000010000000000000002.00000028.backup"]) {
      expect(findLogKey("7", name, minute(1))).toBeNull();
    }
  });

  it("takes the newest backup before the time, and the log up to the next backup", () => {
    const backups = [backup("a", 2, 2), backup("b", 6, 6)];
    const files = segments(1, 9);
    const names = (from: number, to: number) => segments(from, to).map(({ name }) => name);
    expect(plan(backups, files, 4)).toEqual({ id: "a", timeline: 1, log: names(2, 6), hasGap: false });
    expect(plan(backups, files, null)).toMatchObject({ id: "b", log: names(6, 9) });
  });

  it("refuses a time before the first backup, after the log, or after a missing part", () => {
    const backups = [backup("a", 2, 2)];
    expect(() => plan(backups, segments(1, 5), 1)).toThrow(
      /^The earliest time .* 2026-11-27T12:02:00.000Z\.$/,
    );
    expect(() => plan(backups, segments(1, 5), 6)).toThrow(
      "There are data up to 2026-11-27T12:05:00.000Z only.",
    );
    const torn = [...segments(1, 3), ...segments(5, 6)];
    expect(() => plan(backups, torn, 5)).toThrow(
      /^A part of the log after 2026-11-27T12:03:00.000Z is missing/,
    );
    expect(() => plan(backups, torn, null)).toThrow(
      /^A part of the log after 2026-11-27T12:03:00.000Z is missing/,
    );
    // A recovery to an earlier time shows whether it needs the missing part.
    expect(plan(backups, torn, 3).hasGap).toBe(true);
    expect(() => plan([], [], null)).toThrow("There is no backup.");
  });

  it("follows the timeline that was in use at the time, and no backup that a restore left behind", () => {
    // At 12:10 the service was restored to segment 4 by backup a, although b was newer.
    const backups = [backup("a", 2, 2), backup("b", 6, 6)];
    const history = archived("00000002.history", 10);
    const fork = [archived(nameSegment(2, 4), 11), archived(nameSegment(2, 5), 12)];
    const files = [...segments(1, 8), history, ...fork];
    const histories = new Map([[2, "1\t0/4000200\tat restore point"]]);
    const names = [nameSegment(1, 2), nameSegment(1, 3), nameSegment(2, 4), nameSegment(2, 5)];
    expect(plan(backups, files, 12, histories)).toEqual({
      id: "a",
      timeline: 2,
      log: [history.name, ...names],
      hasGap: false,
    });
    expect(plan(backups, files, 7, histories)).toMatchObject({ id: "b", timeline: 1 });
  });
});
