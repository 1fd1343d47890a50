import { createStatusReader, loadStatus, type Status } from "@/lib/health-report/read-status";
import { judgeOverall, type Overall } from "@/lib/health-report/status";
import { runtime } from "@/lib/process/runtime";

const read = createStatusReader(() => loadStatus(runtime().db, runtime().clock.now()));

/** The status is null if none is known; `overall` is `unknown` if it is not the present one. */
export async function readStatus(): Promise<{ status: Status | null; overall: Overall }> {
  const status = await read();
  const levels = status?.parts.map(({ level }) => level) ?? [];
  const hasIncident = status?.incidents.some(({ resolvedAt }) => resolvedAt === null) ?? false;
  const checkedAt = status?.checkedAt ?? null;
  return { status, overall: judgeOverall(levels, { hasIncident, checkedAt, now: runtime().clock.now() }) };
}
