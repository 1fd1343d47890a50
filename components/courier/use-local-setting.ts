import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** A setting in localStorage; null until it is set, and on the server. */
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
