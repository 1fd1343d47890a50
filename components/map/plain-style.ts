import type { StyleSpecification } from "maplibre-gl";

/** Returns a style that loads nothing: plain ground under the markers and the route. */
export function plainStyle(): StyleSpecification {
  // A theme chosen on our pages overrides the device's.
  const { colorScheme } = getComputedStyle(document.documentElement);
  const isDark =
    colorScheme === "dark" ||
    (colorScheme !== "light" && window.matchMedia("(prefers-color-scheme: dark)").matches);
  return {
    version: 8,
    sources: {},
    layers: [
      { id: "ground", type: "background", paint: { "background-color": isDark ? "#1a2029" : "#eef1f4" } },
    ],
  };
}
