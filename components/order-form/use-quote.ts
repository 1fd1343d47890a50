"use client";

import { useEffect, useRef, useState } from "react";
import type { Mode } from "@/lib/accounts/scope";
import type { quoteBodyFromDraft } from "@/lib/orders/form/draft";

const WAIT_MS = 400;

/** A leg of a quoted trip. Distances in metres, durations in seconds, prices in RUB. */
interface QuotedLeg {
  readonly distance: number;
  readonly duration: number;
  readonly cargo_size: string;
  readonly price: number;
}

/** A price that is held for a while, as this device has come to know it. */
export interface HeldQuote {
  readonly id: string;
  readonly price: number;
  readonly distance: number;
  readonly duration: number;
  readonly legs: readonly QuotedLeg[];
  /** When it lapses, by this device's clock. */
  readonly until: number;
}

export type QuoteFailure = "signed_out" | "limited" | "offline" | "failed" | TooFar;

/** A dropoff, counted from 1, by which the trip is longer than couriers are sent. In metres. */
export interface TooFar {
  readonly dropoff: number;
  readonly distance: number;
  readonly limit: number;
}

export interface QuoteState {
  /** The price of the present trip; null while there is none. */
  readonly quote: HeldQuote | null;
  readonly isPending: boolean;
  readonly failure: QuoteFailure | null;
  /** The price that this very trip had before the present one; null when it has not changed. */
  readonly was: number | null;
  readonly askAgain: () => void;
}

type Trip = NonNullable<ReturnType<typeof quoteBodyFromDraft>>;

interface Asked {
  readonly key: string;
  readonly quote: HeldQuote | null;
  readonly failure: QuoteFailure | null;
  readonly was: number | null;
}

/** The price of a trip, asked for whenever the trip has changed for a moment, and again when it lapses. */
export function useQuote(mode: Mode, trip: Trip | null): QuoteState {
  const key = trip === null ? "" : JSON.stringify(trip);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [round, setRound] = useState(0);
  const isFirstOfTrip = useRef("");
  const current = asked?.key === key ? asked : null;
  const askAgain = () => setRound((before) => before + 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again for the same trip
  useEffect(() => {
    if (key === "") return;
    const ending = new AbortController();
    const wait = isFirstOfTrip.current === key ? 0 : WAIT_MS;
    isFirstOfTrip.current = key;
    let again: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(async () => {
      const answer = await askForQuote(mode, key, ending.signal);
      if (ending.signal.aborted) return;
      setAsked((before) => ({ key, ...answer, was: priceBefore(before, key, answer.quote) }));
      if (answer.retryAfterMs !== null) again = setTimeout(askAgain, answer.retryAfterMs);
    }, wait);
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
      ending.abort();
    };
  }, [mode, key, round]);

  const until = current?.quote?.until ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: askAgain has nothing that changes
  useEffect(() => {
    if (until === null) return;
    // A tab that nobody looks at asks once somebody does.
    const renew = () => {
      if (document.visibilityState === "visible" && Date.now() >= until) askAgain();
    };
    const timer = setTimeout(renew, Math.max(0, until - Date.now()));
    document.addEventListener("visibilitychange", renew);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", renew);
    };
  }, [until]);

  return {
    quote: current?.quote ?? null,
    isPending: key !== "" && current === null,
    failure: current?.failure ?? null,
    was: current?.was ?? null,
    askAgain,
  };
}

function priceBefore(before: Asked | null, key: string, quote: HeldQuote | null): number | null {
  const price = before?.key === key ? before.quote?.price : undefined;
  return price === undefined || quote === null || price === quote.price ? null : price;
}

interface Answer {
  readonly quote: HeldQuote | null;
  readonly failure: QuoteFailure | null;
  readonly retryAfterMs: number | null;
}

async function askForQuote(mode: Mode, body: string, signal: AbortSignal): Promise<Answer> {
  const none = (failure: QuoteFailure, retryAfterMs: number | null = null): Answer => ({
    quote: null,
    failure,
    retryAfterMs,
  });
  try {
    const headers = { "Content-Type": "application/json" };
    const address = `/dashboard/new/quote?mode=${mode}`;
    const answer = await fetch(address, { method: "POST", headers, body, signal });
    if (answer.status === 404) return none("signed_out");
    if (answer.status === 429) {
      return none("limited", Number(answer.headers.get("Retry-After") ?? "1") * 1000);
    }
    if (answer.status === 422) return none((await answer.json()) as TooFar);
    if (!answer.ok) return none("failed");
    const quoted = await answer.json();
    const { quote_id: id, price, distance, duration, dropoffs: legs, lives_ms: livesMs } = quoted;
    const quote = { id, price, distance, duration, legs, until: Date.now() + livesMs };
    return { quote, failure: null, retryAfterMs: null };
  } catch {
    return none("offline");
  }
}
