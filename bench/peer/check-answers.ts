import { isDeepStrictEqual } from "node:util";
import type { BenchmarkTarget } from "@/bench/contestant";
import { run } from "@/bench/database";
import { findPair } from "@/bench/generator/places";
import { createBody } from "@/bench/places";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { newId } from "@/testing/api-client";

// Tables that the operations write; the peers must write them as well.
const TABLES = ["quotes", "orders", "order_stops", "order_status_changes", "events"];

/** Checks that equal requests get equal statuses, fields and prices, and create equal numbers of rows. @throws Error */
export async function checkPeer(ours: BenchmarkTarget, peer: BenchmarkTarget): Promise<void> {
  const [one, ...others] = [1, 2, 3].map((number): CreateOrderBody => {
    const body = createBody(findPair(ours.checkout.places, number, true));
    return { ...JSON.parse(body), external_order_id: newId() };
  });
  if (one === undefined) return;
  const chain = others.flatMap(({ dropoffs }) => dropoffs);
  const bodies = [one, { ...one, external_order_id: newId(), dropoffs: [...one.dropoffs, ...chain] }];
  const before = [await loadRows(ours), await loadRows(peer)] as const;
  const [mine, theirs] = [await loadAnswers(ours, bodies), await loadAnswers(peer, bodies)];
  for (const [index, answer] of mine.entries()) {
    if (!isDeepStrictEqual(answer, theirs[index])) {
      throw new Error(
        `${peer.name} answers otherwise:\n${JSON.stringify(answer)}\n${JSON.stringify(theirs[index])}`,
      );
    }
  }
  const [ourRows, peerRows] = [await loadRows(ours), await loadRows(peer)];
  for (const [index, table] of TABLES.entries()) {
    const [written, wanted] = [peerRows, ourRows].map((rows, side) => {
      const earlier = before[side === 0 ? 1 : 0][index] ?? 0;
      return (rows[index] ?? 0) - earlier;
    });
    if (written !== wanted)
      throw new Error(`${peer.name} has put ${written} rows into ${table}, not ${wanted}.`);
  }
}

async function loadRows({ databaseUrl }: BenchmarkTarget): Promise<number[]> {
  const counts = TABLES.map((table) => `(SELECT count(*)::int FROM ${table})`);
  const [row] = await run<{ counts: number[] }>(databaseUrl, `SELECT ARRAY[${counts.join(", ")}] AS counts`);
  return row?.counts ?? [];
}

async function loadAnswers(contestant: BenchmarkTarget, bodies: readonly CreateOrderBody[]) {
  const answers: unknown[] = [];
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${contestant.port}/v1/partner${path}`, {
      method,
      headers: { authorization: `Bearer ${contestant.key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { success: boolean; data?: Record<string, unknown> };
    answers.push({ path, status: response.status, success: answer.success, data: buildShape(answer.data) });
    return answer.data ?? {};
  };
  await call("GET", "/ping");
  for (const body of bodies) {
    const id = body.external_order_id;
    const trip = {
      pickup: body.pickup.address,
      dropoffs: body.dropoffs.map(({ address }) => address),
    };
    const quote = await call("POST", "/quotes", trip);
    await call("POST", "/orders", { ...body, quote_id: quote.quote_id });
    await call("POST", "/orders", { ...body, quote_id: quote.quote_id });
    await call("POST", "/orders", { ...body, external_order_id: newId(), pickup: undefined });
    await call("GET", `/orders/${id}`);
    await call("PATCH", `/orders/${id}`, { comment: "Ring twice" });
    await call("GET", "/orders?limit=1");
    await call("POST", `/orders/${id}/cancel`, { reason: "too_late" });
    await call("POST", `/orders/${id}/cancel`, {});
    await call("PATCH", `/orders/${id}`, { comment: "Ring once" });
    await call("GET", `/orders/${id}`);
    await call("GET", `/orders/${id}-none`);
  }
  return answers;
}

/** Removes values that differ between any two runs: identifiers, codes, links and times. */
function buildShape(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => buildShape(one, name));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, buildShape(one, key)]));
  }
  const isOwn = /^(id|email|quote_id|route_id|order_code|tracking_urls?|.*_at)$/.test(name);
  return isOwn && typeof value === "string" ? "…" : value;
}
