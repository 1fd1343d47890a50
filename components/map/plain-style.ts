import type { StyleSpecification } from "maplibre-gl";

/** A style that needs nothing from anywhere: the ground alone, on which markers and the route stand. */
export function plainStyle(): StyleSpecification {
  // A theme that the reader has chosen on our pages counts before the device's.
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
