"use client";

import { useContext, useEffect } from "react";
import { OrderSection } from "@/components/orders/detail/order-section";
import { isSettled, type OrderPageView } from "@/components/orders/detail/order-state";
import { type Connection, useLive } from "@/components/ui/use-live";

export function useOrder<State extends OrderPageView>(
  initial: State,
): { order: State; connection: Connection } {
  const base = `${useContext(OrderSection)}/${initial.code}`;
  const addresses = { state: `${base}/state`, events: `${base}/events` };
  const { data: order, connection, ask } = useLive(addresses, initial, { isOver: isSettled });
  // After each action the server renders the page again. A live stream reports the same change.
  const isTold = connection === "live" && !order.isOver;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that the server renders
  useEffect(() => {
    if (!isTold) ask();
  }, [initial]);
  return { order, connection };
}
