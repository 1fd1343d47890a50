import { useCallback, useState } from "react";
import { useIsAlive } from "@/components/courier/use-is-alive";

const PLACE = "courier-cancelled-seen";

/** Tells whether the courier has seen how an order ended, and records that they have. */
export function useSeen(): { hasSeen: (orderId: string) => boolean; see: (orderId: string) => void } {
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
