import type { Mode } from "@/lib/accounts/scope";
import { getBoard } from "@/lib/board/get-board";
import { type Snapshot, snapshotOf } from "@/lib/live/snapshot";
import { runtime } from "@/lib/process/runtime";

// Not every change is announced: endpoints fail, recipients complain, arrivals move with the clock.
const LASTS_MS = 3_000;

export async function boardSnapshot(mode: Mode): Promise<Snapshot> {
  return snapshotOf(await getBoard(runtime(), mode), { lastsMs: LASTS_MS });
}
