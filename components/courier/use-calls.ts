import { useState } from "react";
import type { ProofStep } from "@/lib/courier-app/proof-file";

const PLACE = "courier-calls";

/** Counted in localStorage, because the dialer may push the page out of memory. */
export function useCalls(place: ProofStep | null): { count: () => number; add: () => void } {
  const key = place === null ? "" : `${place.orderId} ${place.position} ${place.attempt}`;
  const [, redraw] = useState(0);
  const count = () => {
    const [kept, calls] = (localStorage.getItem(PLACE) ?? "").split("=");
    return kept === key ? Number(calls) : 0;
  };
  const add = () => {
    localStorage.setItem(PLACE, `${key}=${count() + 1}`);
    redraw((times) => times + 1);
  };
  return { count, add };
}
