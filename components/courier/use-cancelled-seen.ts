import { useCallback, useState } from "react";
import { useIsAlive } from "@/components/courier/use-is-alive";

const PLACE = "courier-cancelled-seen";

/** Whether the courier has already been told of a cancelled order, and how to note that they were. */
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
  // The server does not know; most often there is nothing new to tell.
  const hasSeen = (orderId: string) => !isAlive || orderId === (seen ?? localStorage.getItem(PLACE));
  return { hasSeen, see };
}
