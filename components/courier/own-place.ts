import { useSyncExternalStore } from "react";
import type { QueuedFix } from "@/lib/courier-app/fix-queue";

let latest: QueuedFix | null = null;
const listeners = new Set<() => void>();

export function setDevicePosition(fix: QueuedFix | null): void {
  latest = fix;
  for (const tell of listeners) tell();
}

/** Null while the phone has no GPS fix. */
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
