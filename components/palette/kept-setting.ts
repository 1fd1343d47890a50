"use client";

import { useSyncExternalStore } from "react";

const CHANGED = "dropline:setting";

/** What this browser keeps under a name; null for nothing, and where it keeps nothing at all. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name, in this browser alone. */
export function keepSetting(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing goes on as it was.
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

/** The same as it changes, here and in other tabs; null until the script runs. */
export function useSetting(name: string): string | null {
  return useSyncExternalStore(
    follow,
    () => readSetting(name),
    () => null,
  );
}
