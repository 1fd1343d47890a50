import type { Mode } from "@/lib/account-scope";
import { type Cursor, requestFilter, rowId } from "@/lib/api/request-log/schema";
import { HOUR_MS } from "@/lib/duration";
import { withMode } from "@/lib/http/mode";

export const PATH = "/dashboard/requests";

/** In hours. */
export const PERIODS = { "1h": 1, "24h": 24, "7d": 7 * 24 } as const;
export type Period = keyof typeof PERIODS;

const KEPT = ["status", "key", "order", "id", "method", "from", "to", "period"] as const;

/** Invalid parameters are ignored. */
export function parseLogQuery(parameter: (name: string) => string, now: Date) {
  const requested = requestFilter.parse({
    status: parameter("status"),
    keyId: parameter("key"),
    externalOrderId: parameter("order"),
    requestId: parameter("id"),
    method: parameter("method"),
    from: parameter("from"),
    to: parameter("to"),
  });
  const named = parameter("period");
  const period = named in PERIODS ? (named as Period) : null;
  const since = period === null ? null : new Date(now.getTime() - PERIODS[period] * HOUR_MS);
  const isFollowed = parameter("follow") === "1";
  return {
    filter: { ...requested, from: requested.from ?? since },
    period,
    isFollowed,
    cursor: isFollowed ? null : findCursor(parameter),
    narrowed: Object.fromEntries(
      KEPT.flatMap((name) => (parameter(name) === "" ? [] : [[name, parameter(name)]])),
    ),
  };
}

export function buildLogUrl(parameters: Readonly<Record<string, string>>, mode: Mode): string {
  const input = Object.entries(parameters).filter(([, value]) => value !== "");
  return withMode(input.length === 0 ? PATH : `${PATH}?${new URLSearchParams(input)}`, mode);
}

function findCursor(parameter: (name: string) => string): Cursor | null {
  for (const side of ["before", "after"] as const) {
    const id = rowId.safeParse(parameter(side));
    if (id.success) return { side, id: id.data };
  }
  return null;
}
