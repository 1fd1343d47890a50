import type { MapMarker } from "@/components/map/marker";
import { insideOf, type MarkerInside, markingOf } from "@/components/map/marker-look";

const SVG = "http://www.w3.org/2000/svg";

export function drawMarker(element: HTMLElement, marker: MapMarker): void {
  const { label, note, shop = null } = marker;
  const inside = insideOf(marker);
  // Most updates only move the marker.
  const drawn = JSON.stringify([inside, note]);
  if (element.dataset.drawn !== drawn) {
    element.dataset.drawn = drawn;
    element.replaceChildren(shapeWith(inside), ...(note === undefined ? [] : [noted(note)]));
  }
  element.classList.add("map-marker");
  for (const [name, value] of Object.entries(markingOf(marker))) element.setAttribute(name, value);
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", label);
  element.title = label;
  if (shop?.accent == null) element.style.removeProperty("--brand");
  else element.style.setProperty("--brand", shop.accent);
}

export function pointMarker(element: HTMLElement, heading: number): void {
  const before = Number(element.dataset.heading ?? heading);
  const turned = before + (((((heading - before) % 360) + 540) % 360) - 180);
  element.dataset.heading = String(turned);
  element.style.setProperty("--heading", `${turned}deg`);
}

function shapeWith(inside: MarkerInside): HTMLElement {
  const shape = document.createElement("i");
  if (inside.is === "text") {
    shape.textContent = inside.text;
  } else if (inside.is === "logo") {
    const logo = document.createElement("img");
    logo.src = inside.url;
    logo.alt = "";
    shape.append(logo);
  } else {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", inside.path);
    svg.append(path);
    shape.append(svg);
  }
  return shape;
}

function noted(text: string): HTMLElement {
  const note = document.createElement("span");
  note.textContent = text;
  return note;
}
