import { useSyncExternalStore } from "react";
import type { QueuedFix } from "@/lib/courier-app/fix-queue";

let latest: QueuedFix | null = null;
const listeners = new Set<() => void>();

/** Notes where the phone is, for the map; null when it no longer looks. */
export function setDevicePosition(fix: QueuedFix | null): void {
  latest = fix;
  for (const tell of listeners) tell();
}

/** Returns where the phone is, by its own GPS; null while that is unknown. */
export function useDevicePosition(): QueuedFix | null {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => latest,
    () => null,
  );
}
