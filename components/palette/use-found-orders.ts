"use client";

import { useEffect, useState } from "react";
import type { FoundOrder } from "@/lib/orders/list/find-orders";

const SHORTEST = 2;
const PAUSE_MS = 150;

/** What has come of a search for orders. */
export interface Found {
  readonly state: "idle" | "searching" | "done" | "failed";
  readonly orders: readonly FoundOrder[];
}

const IDLE: Found = { state: "idle", orders: [] };

/** Looks for orders as one types. What was found stands until the next answer is there. */
export function useFoundOrders(typed: string): Found {
  const text = typed.trim();
  const [found, setFound] = useState(IDLE);
  useEffect(() => {
    if (text.length < SHORTEST) {
      setFound(IDLE);
      return;
    }
    const request = new AbortController();
    const search = async () => {
      try {
        const answer = await fetch(`/dashboard/find?q=${encodeURIComponent(text)}`, {
          signal: request.signal,
        });
        if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
        setFound({ state: "done", orders: await answer.json() });
      } catch {
        if (!request.signal.aborted) setFound({ state: "failed", orders: [] });
      }
    };
    setFound(({ orders }) => ({ state: "searching", orders }));
    const timer = setTimeout(search, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [text]);
  return found;
}
