import { boardSnapshot } from "@/app/ops/live-state";
import { readerOf } from "@/app/session-user";
import type { Asked } from "@/lib/http/asked";
import type { Reply } from "@/lib/http/envelope";
import type { Watch } from "@/lib/live/event-stream";
import { modeOf } from "@/lib/pages/mode";

/** Opens the stream of a mode's open orders and couriers, and every change of them. */
export async function openBoard(asked: Asked): Promise<Watch | Reply> {
  const found = await readerOf(asked, (user) => (user?.role === "operator" ? user : null));
  if (found === null) return { status: 404, headers: {}, body: "" };
  const mode = modeOf(asked);
  return {
    key: `ops ${mode}`,
    topics: ["everything"],
    read: () => boardSnapshot(mode),
    role: "operator",
    reader: found.reader.userId,
    lastEventId: asked.headers.get("last-event-id"),
    isAllowed: found.isStill(() => true),
  };
}
