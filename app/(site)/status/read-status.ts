import { createStatusReader, loadStatus } from "@/lib/health-report/read-status";
import { judgeOverall, type Overall, type Status } from "@/lib/health-report/status";
import { runtime } from "@/lib/process/runtime";

const read = createStatusReader(() => loadStatus(runtime().db, runtime().clock.now()));

export async function readStatus(): Promise<{ status: Status | null; overall: Overall }> {
  const last = await read();
  return { status: last.status, overall: judgeOverall(last, runtime().clock.now()) };
}
