"use client";

import { useSyncExternalStore } from "react";

export const DARK = "(prefers-color-scheme: dark)";

/** The theme chosen on our pages takes precedence over the device's. */
function isDark(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement);
  return colorScheme === "dark" || (colorScheme !== "light" && window.matchMedia(DARK).matches);
}

function follow(onChange: () => void): () => void {
  const device = window.matchMedia(DARK);
  device.addEventListener("change", onChange);
  // The layouts mark the chosen theme on their own element.
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { subtree: true, attributeFilter: ["data-theme"] });
  return () => {
    device.removeEventListener("change", onChange);
    observer.disconnect();
  };
}

export const usePageTheme = (): "light" | "dark" =>
  useSyncExternalStore(
    follow,
    () => (isDark() ? "dark" : "light"),
    () => "light",
  );

export const themedStyle = (styleUrl: string | null, theme: "light" | "dark"): string | null =>
  styleUrl?.replace("{theme}", theme) ?? null;
