import { useCallback, useState } from "react";
import { useIsAlive } from "@/components/courier/use-is-alive";

const PLACE = "courier-cancelled-seen";

/** Tells whether the courier has seen that an order was cancelled, and records that they have. */
export function useCancelledSeen(): {
  hasSeen: (orderId: string) => boolean;
  see: (orderId: string) => void;
} {
  const isAlive = useIsAlive();
  const [seen, setSeen] = useState<string | null>(null);
  const see = useCallback((orderId: string) => {
    localStorage.setItem(PLACE, orderId);
    setSeen(orderId);
  }, []);
  // The server cannot know this; usually there is nothing new to tell.
  const hasSeen = (orderId: string) => !isAlive || orderId === (seen ?? localStorage.getItem(PLACE));
  return { hasSeen, see };
}
