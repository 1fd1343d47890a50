import { loadOperatorOrderState } from "@/app/ops/orders/[code]/load-operator-order-state";
import { findReader } from "@/app/session-user";
import { asPermittedOperator, type SessionUser } from "@/lib/accounts/check-session";
import { getBoard } from "@/lib/console/get-board";
import type { HttpRequest } from "@/lib/http/http-request";
import { parseMode } from "@/lib/http/mode";
import type { Reply } from "@/lib/http/reply";
import { loadOrder } from "@/lib/orders/load-order";
import { runtime } from "@/lib/process/runtime";
import type { StreamRequest } from "@/lib/streams/event-stream";
import { buildSnapshot } from "@/lib/streams/snapshot";

const asReader = (user: SessionUser | null) => asPermittedOperator(user, "service.view");

export async function openAnyOrder(request: HttpRequest, code: string): Promise<StreamRequest | Reply> {
  const found = await findReader(request.header("cookie"), asReader);
  const order = found && (await loadOrder(runtime().db, { code }));
  if (found === null || order === null) return { status: 404, headers: {}, body: "" };
  return {
    key: `ops order ${order.id}`,
    topics: [`order:${order.id}`],
    read: async () => {
      const state = await loadOperatorOrderState(code);
      return state && buildSnapshot(state, { isFinal: state.isOver });
    },
    role: "operator",
    reader: found.reader.userId,
    lastEventId: request.header("last-event-id"),
    isAllowed: found.isStill(() => true),
  };
}

// Some changes send no notification: failing endpoints, reported problems, and arrival times that move with the clock.
const LASTS_MS = 3_000;

export async function openBoard(request: HttpRequest): Promise<StreamRequest | Reply> {
  const found = await findReader(request.header("cookie"), asReader);
  if (found === null) return { status: 404, headers: {}, body: "" };
  const mode = parseMode(request.target.searchParams.get("mode"));
  return {
    key: `ops ${mode}`,
    topics: ["everything"],
    read: async () => buildSnapshot(await getBoard(runtime(), mode), { lastsMs: LASTS_MS }),
    role: "operator",
    reader: found.reader.userId,
    lastEventId: request.header("last-event-id"),
    isAllowed: found.isStill(() => true),
  };
}
