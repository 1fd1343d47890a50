import { type Map as GlMap, type LngLat, Marker } from "maplibre-gl";
import type { MapLine, MapMarker } from "@/components/map/map-marker";
import {
  getMarkerAttributes,
  getMarkerInside,
  getMarkerShape,
  type MarkerInside,
} from "@/components/map/marker-look";
import { remainingRoute, sliceRoute } from "@/components/map/split-route";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";

/** A courier who moved less than this keeps the heading. */
const MOVED_METERS = 8;
const FOLLOW_MS = 250;

interface MarkerPlacement {
  readonly marker: Marker;
  readonly element: HTMLElement;
  to: MapMarker;
  at: Point;
  /** The rest of the animated path; empty when not moving. */
  left: readonly Point[];
  changedAt: number;
  stop: () => void;
}

export class MarkerPlacements {
  readonly #placed = new Map<string, MarkerPlacement>();
  #route: readonly Point[] = [];
  #followedAt = 0;

  constructor(
    private readonly map: GlMap,
    private readonly onSelect: (id: string) => void,
    private readonly onGlide: () => void,
    private readonly onDrop: (id: string, point: Point) => void,
  ) {}

  show(markers: readonly MapMarker[], lines: readonly MapLine[], selected: string | null): void {
    const expected = new Set(markers.map(({ id }) => id));
    for (const [id, { marker, stop }] of this.#placed) {
      if (expected.has(id)) continue;
      stop();
      marker.remove();
      this.#placed.delete(id);
    }
    for (const marker of markers) {
      const known = this.#placed.get(marker.id);
      if (known === undefined || getMarkerShape(known.to) !== getMarkerShape(marker)) this.#draw(marker);
      else this.#move(known, marker);
    }
    const longitudes = markers.map(({ longitude }) => longitude);
    const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
    for (const [id, { element, to }] of this.#placed) {
      element.dataset.selected = String(id === selected);
      // Toward the middle of the map, where there is space.
      element.dataset.noteSide = to.longitude > middle ? "left" : "right";
    }
    this.#route = lines.find(({ role = "ahead" }) => role === "ahead")?.points ?? [];
  }

  now(markers: readonly MapMarker[]): MapMarker[] {
    return markers.map((marker) => ({ ...marker, ...this.#placed.get(marker.id)?.at }));
  }

  /** The remaining route starts at the courier's current point. */
  linesNow(markers: readonly MapMarker[], lines: readonly MapLine[]): readonly MapLine[] {
    const puck = markers.find(({ isPuck }) => isPuck);
    const left = puck && this.#placed.get(puck.id)?.left;
    if (left === undefined || left.length < 2) return lines;
    const ahead = lines.find(({ role = "ahead" }) => role === "ahead");
    return lines.map((line) =>
      line === ahead ? { ...line, points: [...left, ...line.points.slice(1)] } : line,
    );
  }

  clear(): void {
    for (const { marker, stop } of this.#placed.values()) {
      stop();
      marker.remove();
    }
    this.#placed.clear();
  }

  #draw(to: MapMarker): void {
    const before = this.#placed.get(to.id);
    before?.stop();
    before?.marker.remove();
    const element = document.createElement("div");
    drawMarker(element, to);
    pointMarker(element, to.heading ?? 0);
    element.addEventListener("click", () => this.onSelect(to.id));
    const draggable = to.isDraggable === true;
    if (draggable) element.dataset.draggable = "true";
    const marker = new Marker({
      element,
      draggable,
      anchor: getMarkerShape(to) === "pin" ? "bottom" : "center",
    })
      .setLngLat([to.longitude, to.latitude])
      .addTo(this.map);
    marker.on("dragend", () => this.onDrop(to.id, toPoint(marker.getLngLat())));
    const at = { latitude: to.latitude, longitude: to.longitude };
    const changedAt = performance.now();
    this.#placed.set(to.id, { marker, element, to, at, left: [], changedAt, stop: () => {} });
  }

  #move(placed: MarkerPlacement, to: MapMarker): void {
    const before = placed.to;
    placed.to = to;
    drawMarker(placed.element, to);
    const meters = greatCircleMeters(before, to);
    if (meters === 0) return;
    const sinceLast = performance.now() - placed.changedAt;
    placed.changedAt = performance.now();
    placed.stop();
    const hasMoved = meters >= MOVED_METERS;
    if (to.kind !== "courier" || isJump(placed.at, to)) {
      this.#put(placed, [to]);
      if (hasMoved && to.heading !== null) pointMarker(placed.element, to.heading);
      this.onGlide();
      return;
    }
    const way = sliceRoute(to.isPuck ? this.#route : [], placed.at, to);
    const durationMs = Math.min(MAX_DURATION_MS, Math.max(MIN_DURATION_MS, sinceLast));
    placed.stop = glide(way, durationMs, (left, heading) => {
      this.#put(placed, left);
      if (hasMoved) pointMarker(placed.element, left.length > 1 ? heading : (to.heading ?? heading));
      this.#follow(left.length < 2);
    });
  }

  #put(placed: MarkerPlacement, left: readonly Point[]): void {
    const [at = placed.to] = left;
    placed.at = { latitude: at.latitude, longitude: at.longitude };
    placed.left = left;
    placed.marker.setLngLat([at.longitude, at.latitude]);
  }

  #follow(isLast: boolean): void {
    const now = performance.now();
    if (!isLast && now - this.#followedAt < FOLLOW_MS) return;
    this.#followedAt = now;
    this.onGlide();
  }
}

const JUMP_METERS = 300;
const MIN_DURATION_MS = 1_000;
const MAX_DURATION_MS = 10_000;

/** Skips the animation over long distances, on hidden pages and with reduced motion. */
const isJump = (from: Point, to: Point): boolean =>
  greatCircleMeters(from, to) > JUMP_METERS ||
  document.hidden ||
  window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Returns a function that stops the movement. */
function glide(
  way: readonly Point[],
  ms: number,
  onStep: (left: readonly Point[], heading: number) => void,
): () => void {
  const startedAt = performance.now();
  let frame = 0;
  const step = (now: number) => {
    const part = Math.min(1, Math.max(0, now - startedAt) / ms);
    const { left, heading } = remainingRoute(way, part);
    onStep(left, heading);
    if (part < 1) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

const SVG = "http://www.w3.org/2000/svg";

function drawMarker(element: HTMLElement, marker: MapMarker): void {
  const { label, note, shop = null } = marker;
  const inside = getMarkerInside(marker);
  // Most updates only move the marker.
  const drawn = JSON.stringify([inside, note]);
  if (element.dataset.drawn !== drawn) {
    element.dataset.drawn = drawn;
    element.replaceChildren(shapeWith(inside), ...(note === undefined ? [] : [noted(note)]));
  }
  element.classList.add("map-marker");
  for (const [name, value] of Object.entries(getMarkerAttributes(marker))) element.setAttribute(name, value);
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", label);
  element.title = label;
  if (shop?.accent == null) element.style.removeProperty("--brand");
  else element.style.setProperty("--brand", shop.accent);
}

function pointMarker(element: HTMLElement, heading: number): void {
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

// About 0.1 m, the precision of prices.
const DECIMALS = 6;

export function toPoint({ lat, lng }: Pick<LngLat, "lat" | "lng">): Point {
  // Longitude keeps increasing when the user drags the map around the globe.
  const wrapped = ((((lng + 180) % 360) + 360) % 360) - 180;
  return { latitude: Number(lat.toFixed(DECIMALS)), longitude: Number(wrapped.toFixed(DECIMALS)) };
}
