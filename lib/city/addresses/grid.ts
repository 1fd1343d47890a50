import { boxAround, closestPointOnSegment, metersBetween } from "@/lib/city/geocoding/planar-geometry";
import type { Point } from "@/lib/point";

const CELL_DEGREES = 0.005;

export interface Neighbor<Owner> {
  readonly owner: Owner;
  readonly meters: number;
}

export class Grid<Owner> {
  readonly #cells = new Map<string, { owner: Owner; from: Point; to: Point }[]>();

  /** Pieces longer than a cell are only found near their box, so cut them first. */
  add(owner: Owner, from: Point, to: Point = from): void {
    const piece = { owner, from, to };
    for (const cell of toCells(
      Math.min(from.latitude, to.latitude),
      Math.max(from.latitude, to.latitude),
      Math.min(from.longitude, to.longitude),
      Math.max(from.longitude, to.longitude),
    )) {
      const found = this.#cells.get(cell);
      if (found === undefined) this.#cells.set(cell, [piece]);
      else found.push(piece);
    }
  }

  near(place: Point, meters: number): Neighbor<Owner>[] {
    const { south, north, west, east } = boxAround(place, meters);
    const found = new Map<Owner, number>();
    for (const cell of toCells(south, north, west, east)) {
      for (const { owner, from, to } of this.#cells.get(cell) ?? []) {
        const away = metersBetween(place, closestPointOnSegment(place, from, to));
        if (away <= meters && away < (found.get(owner) ?? Infinity)) found.set(owner, away);
      }
    }
    return [...found].map(([owner, away]) => ({ owner, meters: away })).sort((a, b) => a.meters - b.meters);
  }
}

function* toCells(south: number, north: number, west: number, east: number): Generator<string> {
  for (let row = Math.floor(south / CELL_DEGREES); row <= Math.floor(north / CELL_DEGREES); row += 1) {
    for (
      let column = Math.floor(west / CELL_DEGREES);
      column <= Math.floor(east / CELL_DEGREES);
      column += 1
    ) {
      yield `${row} ${column}`;
    }
  }
}
