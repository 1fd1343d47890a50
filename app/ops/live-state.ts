import { currentUser } from "@/app/session";
import type { Mode } from "@/lib/accounts/scope";
import { getBoard } from "@/lib/board/get-board";
import { type Snapshot, snapshotOf } from "@/lib/live/snapshot";
import { runtime } from "@/lib/process/runtime";

/** Whether an operator asks. Anybody else is to find nothing. */
export async function isOperator(): Promise<boolean> {
  return (await currentUser())?.role === "operator";
}

/** The board of a mode as a stream sends it. */
export async function boardSnapshot(mode: Mode): Promise<Snapshot> {
  return snapshotOf(await getBoard(runtime().db, mode));
}
