"use client";

import { useSyncExternalStore } from "react";

const CHANGED = "dropline:setting";

/** Reads a setting of this browser; null when it has none, or stores nothing at all. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a setting in this browser only. */
export function keepSetting(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that stores nothing works as before.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function follow(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  window.addEventListener(CHANGED, onChange);
  return () => {
    window.removeEventListener("storage", onChange);
    window.removeEventListener(CHANGED, onChange);
  };
}

/** Follows a setting, here and in other tabs; null until the script runs. */
export function useSetting(name: string): string | null {
  return useSyncExternalStore(
    follow,
    () => readSetting(name),
    () => null,
  );
}
