import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** Returns a choice that this phone keeps, and how to change it; null until it was made, and on the server. */
export function useLocalSetting(key: string): [string | null, (value: string | null) => void] {
  const value = useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => localStorage.getItem(key),
    () => null,
  );
  const keep = useCallback(
    (next: string | null) => {
      if (next === null) localStorage.removeItem(key);
      else localStorage.setItem(key, next);
      for (const tell of listeners) tell();
    },
    [key],
  );
  return [value, keep];
}
