"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useContext, useEffect } from "react";
import { OrderSection } from "@/components/order/order-section";
import { isSettled, type OrderState } from "@/components/order/order-state";
import { type Connection, useLive } from "@/components/ui/use-live";

/** Follows an order. */
export function useOrder<State extends OrderState>(initial: State): { order: State; connection: Connection } {
  const client = useQueryClient();
  const base = `${useContext(OrderSection)}/${initial.code}`;
  const state = `${base}/state`;
  const { data: order, connection } = useLive({ state, events: `${base}/events` }, initial, {
    isOver: isSettled,
  });
  // After each action the server renders the page again; a live stream reports the same change.
  const isTold = connection === "live" && !order.isOver;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that the server renders
  useEffect(() => {
    if (!isTold) void client.invalidateQueries({ queryKey: [state] });
  }, [initial]);
  return { order, connection };
}
