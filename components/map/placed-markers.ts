import { type Map as GlMap, Marker } from "maplibre-gl";
import { drawMarker, pointMarker } from "@/components/map/draw-marker";
import { glide, glideMs, isJump } from "@/components/map/glide";
import type { MapLine, MapMarker } from "@/components/map/marker";
import { shapeOf } from "@/components/map/marker-look";
import { pointOf } from "@/components/map/point-of";
import { wayAlong } from "@/components/map/way";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";

/** A courier who moved less than this has not turned. */
const MOVED_METERS = 8;
const FOLLOW_MS = 250;

interface Placed {
  readonly marker: Marker;
  readonly element: HTMLElement;
  to: MapMarker;
  at: Point;
  /** What the marker still glides along; empty at rest. */
  left: readonly Point[];
  changedAt: number;
  stop: () => void;
}

export class PlacedMarkers {
  readonly #placed = new Map<string, Placed>();
  #route: readonly Point[] = [];
  #followedAt = 0;
  readonly #map: GlMap;
  readonly #onSelect: (id: string) => void;
  readonly #onGlide: () => void;
  readonly #onDrop: (id: string, point: Point) => void;

  constructor(
    map: GlMap,
    onSelect: (id: string) => void,
    onGlide: () => void,
    onDrop: (id: string, point: Point) => void,
  ) {
    this.#map = map;
    this.#onSelect = onSelect;
    this.#onGlide = onGlide;
    this.#onDrop = onDrop;
  }

  show(markers: readonly MapMarker[], lines: readonly MapLine[], selected: string | null): void {
    const wanted = new Set(markers.map(({ id }) => id));
    for (const [id, { marker, stop }] of this.#placed) {
      if (wanted.has(id)) continue;
      stop();
      marker.remove();
      this.#placed.delete(id);
    }
    for (const marker of markers) {
      const known = this.#placed.get(marker.id);
      if (known === undefined || shapeOf(known.to) !== shapeOf(marker)) this.#draw(marker);
      else this.#move(known, marker);
    }
    const longitudes = markers.map(({ longitude }) => longitude);
    const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
    for (const [id, { element, to }] of this.#placed) {
      element.dataset.selected = String(id === selected);
      // Toward the middle, where there is room for it.
      element.dataset.noteSide = to.longitude > middle ? "left" : "right";
    }
    this.#route = lines.find(({ role = "ahead" }) => role === "ahead")?.points ?? [];
  }

  now(markers: readonly MapMarker[]): MapMarker[] {
    return markers.map((marker) => ({ ...marker, ...this.#placed.get(marker.id)?.at }));
  }

  /** The way ahead begins at the courier's current point. */
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
    element.addEventListener("click", () => this.#onSelect(to.id));
    const draggable = to.isDraggable === true;
    if (draggable) element.dataset.draggable = "true";
    const marker = new Marker({ element, draggable, anchor: shapeOf(to) === "pin" ? "bottom" : "center" })
      .setLngLat([to.longitude, to.latitude])
      .addTo(this.#map);
    marker.on("dragend", () => this.#onDrop(to.id, pointOf(marker.getLngLat())));
    const at = { latitude: to.latitude, longitude: to.longitude };
    const changedAt = performance.now();
    this.#placed.set(to.id, { marker, element, to, at, left: [], changedAt, stop: () => {} });
  }

  #move(placed: Placed, to: MapMarker): void {
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
      this.#onGlide();
      return;
    }
    const way = wayAlong(to.isPuck ? this.#route : [], placed.at, to);
    placed.stop = glide(way, glideMs(sinceLast), (left, heading) => {
      this.#put(placed, left);
      if (hasMoved) pointMarker(placed.element, left.length > 1 ? heading : (to.heading ?? heading));
      this.#follow(left.length < 2);
    });
  }

  #put(placed: Placed, left: readonly Point[]): void {
    const [at = placed.to] = left;
    placed.at = { latitude: at.latitude, longitude: at.longitude };
    placed.left = left;
    placed.marker.setLngLat([at.longitude, at.latitude]);
  }

  #follow(isLast: boolean): void {
    const now = performance.now();
    if (!isLast && now - this.#followedAt < FOLLOW_MS) return;
    this.#followedAt = now;
    this.#onGlide();
  }
}
