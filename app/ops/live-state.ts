import { createHash } from "node:crypto";
import { currentUser } from "@/app/session";
import type { Mode } from "@/lib/accounts/scope";
import { runtime } from "@/lib/api/runtime";
import { getBoard } from "@/lib/board/get-board";
import type { Snapshot } from "@/lib/live/event-stream";

/** The world that a request is about. */
export function modeOf(request: Request): Mode {
  return new URL(request.url).searchParams.get("mode") === "test" ? "test" : "live";
}

/** Whether an operator asks. Anybody else is to find nothing. */
export async function isOperator(): Promise<boolean> {
  return (await currentUser())?.role === "operator";
}

/** The board of a world as a stream sends it. */
export async function snapshotOf(mode: Mode): Promise<Snapshot> {
  const data = JSON.stringify(await getBoard(runtime().db, mode));
  const id = createHash("sha256").update(data).digest("base64url").slice(0, 16);
  return { id, data, isFinal: false };
}
