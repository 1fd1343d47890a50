import type { Staff } from "@/lib/accounts/check-session";
import type { Mode } from "@/lib/accounts/scope";
import { getAccountBoard } from "@/lib/board/get-account-board";
import { type Snapshot, snapshotOf } from "@/lib/live/snapshot";
import { runtime } from "@/lib/process/runtime";

/** The board of somebody's account as a stream sends it. */
export async function accountSnapshot(staff: Staff, mode: Mode): Promise<Snapshot> {
  return snapshotOf(await getAccountBoard(runtime().db, staff.scope(mode)));
}
