import { useSyncExternalStore } from "react";
import type { PhoneFix } from "@/lib/courier-app/fix-queue";

let latest: PhoneFix | null = null;
const listeners = new Set<() => void>();

/** Notes where the phone is, for the map; null when it no longer looks. */
export function hearPlace(fix: PhoneFix | null): void {
  latest = fix;
  for (const tell of listeners) tell();
}

/** Returns where the phone is, by its own GPS; null while that is unknown. */
export function useOwnPlace(): PhoneFix | null {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => latest,
    () => null,
  );
}
