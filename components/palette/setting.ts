"use client";

import { useSyncExternalStore } from "react";

const CHANGED = "dropline:setting";

export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null deletes the setting. */
export function writeSetting(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage can be disabled.
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

export const useSetting = (name: string): string | null =>
  useSyncExternalStore(
    follow,
    () => readSetting(name),
    () => null,
  );
