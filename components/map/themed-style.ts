"use client";

import { useSyncExternalStore } from "react";

const DARK = "(prefers-color-scheme: dark)";

/** A theme that the reader has chosen on our pages counts before the device's. */
function isDark(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement);
  return colorScheme === "dark" || (colorScheme !== "light" && window.matchMedia(DARK).matches);
}

function follow(onChange: () => void): () => void {
  const device = window.matchMedia(DARK);
  device.addEventListener("change", onChange);
  // The layouts' own element says what was chosen.
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { subtree: true, attributeFilter: ["data-theme"] });
  return () => {
    device.removeEventListener("change", onChange);
    observer.disconnect();
  };
}

/** The theme that the page has now. */
export function usePageTheme(): "light" | "dark" {
  return useSyncExternalStore(
    follow,
    () => (isDark() ? "dark" : "light"),
    () => "light",
  );
}

/** The address of a map's style in a theme, where `{theme}` in it stands for one. */
export const themedStyle = (styleUrl: string | null, theme: "light" | "dark"): string | null =>
  styleUrl?.replace("{theme}", theme) ?? null;
