import type { MapMarker } from "@/components/map/live-map";

const SHAPES: Readonly<Record<MapMarker["kind"], string>> = {
  // An arrow while they move, a dot at rest.
  courier:
    '<circle cx="20" cy="20" r="15"/><path class="arrow" d="M20 10 26 27 20 23 14 27Z"/><circle class="dot" cx="20" cy="20" r="5"/>',
  pickup:
    '<rect x="8" y="8" width="24" height="24" rx="6"/><path class="sign" d="M14 18h12M15 18v7h10v-7M14 18l2-4h8l2 4"/>',
  dropoff:
    '<path d="M20 37S8 26 8 17a12 12 0 0 1 24 0c0 9-12 20-12 20Z"/><circle class="hole" cx="20" cy="17" r="4.500"/>',
};

/** Gives a marker's element its shape, tone and direction. Shapes differ as well as colours. */
export function drawMarker(element: HTMLElement, marker: MapMarker): void {
  const { kind, tone, heading, label } = marker;
  if (element.dataset.kind !== kind) {
    // A constant of this file: nothing of an order is in it.
    element.innerHTML = `<svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">${SHAPES[kind]}</svg>`;
  }
  element.classList.add("map-marker");
  element.dataset.kind = kind;
  element.dataset.tone = tone;
  element.dataset.moving = String(heading !== null);
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", label);
  element.title = label;
  element.style.setProperty("--heading", `${heading ?? 0}deg`);
}
