"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { HttpError } from "@/components/ui/http-error";
import { useDebounced } from "@/components/ui/use-debounced";
import type { Mode } from "@/lib/account-scope";
import type { quoteBodyFromDraft, quotedTimes } from "@/lib/orders/form/draft";

const WAIT_MS = 400;
const RENEW_AT_MOST_EVERY_MS = 1_000;

/** Meters, seconds, RUB. */
interface QuotedLeg {
  readonly distance: number;
  readonly duration: number;
  readonly cargo_size: string;
  readonly price: number;
}

export interface ActiveQuote {
  readonly id: string;
  readonly price: number;
  readonly returnPrice: number;
  readonly distance: number;
  readonly duration: number;
  readonly legs: readonly QuotedLeg[];
  /** Polylines. */
  readonly lines: readonly string[];
  readonly isEstimate: boolean;
  /** Milliseconds of this device's clock. */
  readonly until: number;
  /** The same trip's previous price, if it differed. */
  readonly was: number | null;
}

export type QuoteFailure = "signed_out" | "limited" | "offline" | "failed" | TripRefusal;

/** The first dropoff (counted from 1) that makes the trip too long, with meters; or the stops that are not served. */
type TripRefusal =
  | { readonly dropoff: number; readonly distance: number; readonly limit: number }
  | { readonly unserved: readonly UnservedStop[] };

export interface UnservedStop {
  /** 0 is the pickup, 1 the first dropoff. */
  readonly stop: number;
  readonly reason: "outside" | "closed" | "paused";
  /** RFC 3339; null outside the zones, or if the zone never opens. */
  readonly opens_at: string | null;
}

export type QuoteState = ReturnType<typeof useQuote>;

type Trip = NonNullable<ReturnType<typeof quoteBodyFromDraft>>;

class TripRefused extends Error {
  constructor(readonly reason: TripRefusal) {
    super("No courier is sent on this trip.");
  }
}

/** Quotes a trip 400 ms after its last change, and again when the quote expires. */
export function useQuote(mode: Mode, trip: Trip | null, times: ReturnType<typeof quotedTimes>) {
  const client = useQueryClient();
  const typed = trip === null ? "" : JSON.stringify({ ...trip, ...times });
  const body = useDebounced(typed, WAIT_MS);
  const queryKey = ["quote", mode, body];
  const { data, error, failureReason, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<ActiveQuote> => {
      const before = client.getQueryData<ActiveQuote>(queryKey);
      const quote = await askForQuote(mode, body, signal);
      return { ...quote, was: before === undefined || before.price === quote.price ? null : before.price };
    },
    enabled: body !== "",
    // A hidden tab requests a new quote when it is shown.
    staleTime: ({ state: { data: held, dataUpdatedAt } }) => (held?.until ?? 0) - dataUpdatedAt,
    refetchInterval: ({ state: { data: held, error: failed } }) =>
      held === undefined || failed !== null
        ? false
        : Math.max(held.until - Date.now(), RENEW_AT_MOST_EVERY_MS),
    networkMode: "always",
    retry: (_, failed) => isLimited(failed),
    retryDelay: (_, failed) => Number((failed as HttpError).retryAfter ?? "1") * 1000,
  });
  const isCurrent = typed !== "" && body === typed;
  const failed = isCurrent ? (error ?? failureReason) : null;
  const quote = isCurrent && failed === null ? (data ?? null) : null;
  return {
    quote,
    isPending: typed !== "" && quote === null && failed === null,
    failure: failed && getFailure(failed),
    askAgain: () => void refetch(),
  };
}

const isLimited = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 429 || error.status === 503);

function getFailure(error: Error): QuoteFailure {
  if (error instanceof TripRefused) return error.reason;
  if (isLimited(error)) return "limited";
  if (!(error instanceof HttpError)) return "offline";
  return error.status === 404 ? "signed_out" : "failed";
}

async function askForQuote(mode: Mode, body: string, signal: AbortSignal): Promise<Omit<ActiveQuote, "was">> {
  const headers = { "Content-Type": "application/json" };
  const address = `/dashboard/new/quote?mode=${mode}`;
  const answer = await fetch(address, { method: "POST", headers, body, signal });
  if (answer.status === 422) throw new TripRefused(await answer.json());
  if (!answer.ok) throw new HttpError(answer);
  const quoted = await answer.json();
  const { quote_id: id, price, return_price: returnPrice, distance, duration } = quoted;
  const { dropoffs: legs, lives_ms: livesMs, lines = [] } = quoted;
  const isEstimate = quoted.routing === "estimate";
  return { id, price, returnPrice, distance, duration, legs, lines, isEstimate, until: Date.now() + livesMs };
}
