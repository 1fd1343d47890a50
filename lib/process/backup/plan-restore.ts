import {
  type BackupIndex,
  getSegmentNumber,
  type LogFile,
  nameSegment,
  parseLsn,
} from "@/lib/process/backup/backup";

/** A backup with its database, and the part of the log that leads from it to the wanted instant. */
export interface RestorePlan {
  readonly backup: BackupIndex;
  readonly timeline: number;
  readonly log: readonly LogFile[];
  /** Whether a part of the log after the planned one is missing. */
  readonly hasGap: boolean;
}

/** The timelines before one, each with the position where the next begins, oldest first. */
type Ancestry = readonly { readonly timeline: number; readonly end: string }[];

export function parseHistory(text: string): Ancestry {
  return [...text.matchAll(/^(\d+)\t([0-9A-F]+\/[0-9A-F]+)/gm)].map(([, timeline, end = ""]) => ({
    timeline: Number(timeline),
    end,
  }));
}

/**
 * Chooses the newest backup before the instant, on the timeline that was in use then.
 * @param histories content of the history file of each timeline
 * @throws Error with a sentence that says why the instant cannot be restored
 */
export function planRestore(
  backups: readonly BackupIndex[],
  files: readonly LogFile[],
  histories: ReadonlyMap<number, string>,
  at: Date | null,
): RestorePlan {
  const isBefore = (instant: Date) => at === null || instant <= at;
  const finished = backups.filter(({ finishedAt }) => isBefore(finishedAt));
  const timeline = Math.max(
    ...finished.map(({ database }) => database?.timeline ?? 0),
    ...files
      .filter(({ number, archivedAt }) => number === null && isBefore(archivedAt))
      .map((file) => file.timeline),
  );
  const ancestry = parseHistory(histories.get(timeline) ?? "");
  const isAncestor = ({ database }: BackupIndex) => {
    if (database === null || database.timeline === timeline) return true;
    const { end } = ancestry.find((ancestor) => ancestor.timeline === database.timeline) ?? {};
    return end !== undefined && parseLsn(database.endLsn) <= parseLsn(end);
  };
  const usable = finished
    .filter(isAncestor)
    .sort((one, other) => Number(one.finishedAt) - Number(other.finishedAt));
  const backup = usable.at(-1);
  if (backup === undefined) throw new Error(describeEarliest(backups, at));
  if (backup.database === null) return { backup, timeline, log: [], hasGap: false };
  const later = backups.filter((other) => isAncestor(other) && other.finishedAt > backup.finishedAt);
  const { log, hasGap } = chain(backup, files, { timeline, ancestry, later });
  const last = log.findLast(({ number }) => number !== null);
  const end = last === undefined || last.archivedAt < backup.finishedAt ? backup.finishedAt : last.archivedAt;
  if (at !== null && at > end) {
    throw new Error(
      hasGap
        ? `A part of the log after ${end.toISOString()} is missing, so data can be restored up to that time only.`
        : `There are data up to ${end.toISOString()} only.`,
    );
  }
  if (at === null && hasGap) {
    throw new Error(
      `A part of the log after ${end.toISOString()} is missing; restore with --at and at most that time.`,
    );
  }
  return { backup, timeline, log, hasGap };
}

function describeEarliest(backups: readonly BackupIndex[], at: Date | null): string {
  const earliest = backups.toSorted((one, other) => Number(one.finishedAt) - Number(other.finishedAt))[0];
  if (earliest === undefined || at === null) return "There is no backup.";
  return `The earliest time that can be restored is ${earliest.finishedAt.toISOString()}.`;
}

/** Collects the log from the backup on, up to the end of the next one, since PostgreSQL itself stops at the instant. */
function chain(
  { database }: BackupIndex,
  files: readonly LogFile[],
  line: { timeline: number; ancestry: Ancestry; later: readonly BackupIndex[] },
): { log: LogFile[]; hasGap: boolean } {
  if (database === null) return { log: [], hasGap: false };
  const byName = new Map(files.map((file) => [file.name, file]));
  const log = files.filter(({ number }) => number === null);
  const included = getSegmentNumber(database.endLsn);
  const next = line.later.map((backup) => getSegmentNumber(backup.database?.endLsn ?? "0/0"));
  const end = Math.min(...next, Number.POSITIVE_INFINITY);
  // A timeline that a restore left has parts that do not belong to this one.
  const nameAt = (number: number) => {
    const ancestor = line.ancestry.find((one) => number < getSegmentNumber(one.end));
    return nameSegment(ancestor?.timeline ?? line.timeline, number);
  };
  for (let number = getSegmentNumber(database.startLsn); number <= end; number += 1) {
    const file = byName.get(nameAt(number));
    if (file !== undefined) log.push(file);
    // The backup itself contains the log up to its end.
    else if (number > included) {
      const isLater = (other: LogFile) =>
        other.number !== null && other.number > number && other.name === nameAt(other.number);
      return { log, hasGap: files.some(isLater) };
    }
  }
  return { log, hasGap: false };
}
