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

/** The style whose labels have the script of this text, so that a courier finds the street of the card on the map. */
export const styleForText = (styleUrl: string | null, text: string): string | null =>
  styleUrl?.replace(/^(\/map\/style\/.*\/)\w+$/, `$1${/\p{Script=Cyrillic}/u.test(text) ? "ru" : "en"}`) ??
  null;

export const themedStyle = (styleUrl: string | null, theme: "light" | "dark"): string | null =>
  styleUrl?.replace("{theme}", theme) ?? null;
