import { useSetting, writeSetting } from "@/components/palette/setting";
import type { ProofStep } from "@/lib/courier-app/proof-file";

const SETTING = "courier-calls";

/** Counts calls at one stop, in localStorage because the dialer may push the page out of memory. */
export function useCalls(place: ProofStep | null): { count: number; add: () => void } {
  const key = place === null ? "" : `${place.orderId} ${place.position} ${place.attempt}`;
  const [savedKey, calls] = (useSetting(SETTING) ?? "").split("=");
  const count = savedKey === key ? Number(calls) : 0;
  return { count, add: () => writeSetting(SETTING, `${key}=${count + 1}`) };
}
