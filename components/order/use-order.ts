"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isSettled, type OrderState } from "@/components/order/order-state";
import { type Connection, useLive } from "@/components/ui/use-live";

/** An order as it changes. */
export function useOrder(initial: OrderState): { order: OrderState; connection: Connection } {
  const client = useQueryClient();
  const base = `/dashboard/orders/${initial.code}`;
  const state = `${base}/state`;
  const { data: order, connection } = useLive({ state, events: `${base}/events` }, initial, {
    isOver: isSettled,
  });
  // The server has rendered the page anew, as it does after each action; a stream that stands tells of the same.
  const isTold = connection === "live" && !order.isOver;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each page that the server has rendered
  useEffect(() => {
    if (!isTold) void client.invalidateQueries({ queryKey: [state] });
  }, [initial]);
  return { order, connection };
}
