import type { Staff } from "@/lib/accounts/check-session";
import type { Mode } from "@/lib/accounts/scope";
import { type Snapshot, snapshotOf } from "@/lib/live/snapshot";
import { getAccountBoard } from "@/lib/overview/get-account-board";
import { runtime } from "@/lib/process/runtime";

export async function accountSnapshot(staff: Staff, mode: Mode): Promise<Snapshot> {
  return snapshotOf(await getAccountBoard(runtime(), staff.scope(mode)));
}
