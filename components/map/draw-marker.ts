import type { MapMarker } from "@/components/map/marker";

const SHAPES: Readonly<Record<MapMarker["kind"] | "numbered" | "visited", string>> = {
  // An arrow while they move, a dot at rest.
  courier:
    '<circle class="halo" cx="20" cy="20" r="24"/><circle cx="20" cy="20" r="15"/><path class="arrow" d="M20 10 26 27 20 23 14 27Z"/><circle class="dot" cx="20" cy="20" r="5"/>',
  pickup:
    '<rect x="8" y="8" width="24" height="24" rx="6"/><path class="sign" d="M14 18h12M15 18v7h10v-7M14 18l2-4h8l2 4"/>',
  dropoff:
    '<path d="M20 37S8 26 8 17a12 12 0 0 1 24 0c0 9-12 20-12 20Z"/><path class="sign" d="M14.500 17.500 20 12.500 25.500 17.500M16 16.500v6h8v-6"/>',
  numbered: '<circle cx="20" cy="20" r="12"/><text x="20" y="25" text-anchor="middle"></text>',
  visited: '<circle cx="20" cy="20" r="12"/><path class="sign" d="M15 20.500 18.500 24 25 16.500"/>',
};

/** Gives a marker's element its shape, tone and direction. Shapes differ as well as colours. */
export function drawMarker(element: HTMLElement, marker: MapMarker): void {
  const { kind, tone, heading, label, number, isDone = false } = marker;
  const shape = number === undefined ? kind : isDone ? "visited" : "numbered";
  if (element.dataset.shape !== shape) {
    // A constant of this file, with no data from an order.
    element.innerHTML = `<svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">${SHAPES[shape]}</svg>`;
  }
  const text = element.querySelector("text");
  if (text !== null) text.textContent = String(number);
  element.classList.add("map-marker");
  element.dataset.kind = kind;
  element.dataset.shape = shape;
  element.dataset.tone = tone;
  element.dataset.moving = String(heading !== null);
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", label);
  element.title = label;
  element.style.setProperty("--heading", `${heading ?? 0}deg`);
}
