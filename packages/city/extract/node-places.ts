import type { Bounds } from "@/packages/city/extract/feature";

/** Typed arrays sorted by id: 16 bytes a node, where millions of objects would not fit. */
export interface NodePlaces {
  readonly count: number;
  indexOf(id: number): number;
  /** Degrees. */
  longitudeAt(index: number): number;
  latitudeAt(index: number): number;
  readonly bounds: Bounds;
  /** Whether the file lists them by rising id. */
  readonly isSorted: boolean;
  readonly hasNegativeIds: boolean;
  readonly hasRepeatedIds: boolean;
}

/** Coordinates are stored in ten millionths of a degree, as in extracts: 11 mm. */
export const UNITS_PER_DEGREE = 1e7;

const FIRST_CAPACITY = 1 << 16;

/** In ten millionths of a degree and in any order. */
export function gatherNodePlaces(): {
  add(id: number, longitude: number, latitude: number): void;
  finish(): NodePlaces;
} {
  let ids = new Float64Array(FIRST_CAPACITY);
  let longitudes = new Int32Array(FIRST_CAPACITY);
  let latitudes = new Int32Array(FIRST_CAPACITY);
  let count = 0;
  let isSorted = true;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];

  function grow(): void {
    const capacity = Math.ceil(count * 1.5);
    const larger = <T extends Float64Array | Int32Array>(array: T, empty: T): T => {
      empty.set(array);
      return empty;
    };
    ids = larger(ids, new Float64Array(capacity));
    longitudes = larger(longitudes, new Int32Array(capacity));
    latitudes = larger(latitudes, new Int32Array(capacity));
  }

  function sort(): void {
    const order = new Uint32Array(count).map((_, index) => index);
    const unsorted = ids;
    order.sort((a, b) => (unsorted[a] ?? 0) - (unsorted[b] ?? 0));
    ids = Float64Array.from(order, (index) => unsorted[index] ?? 0);
    longitudes = Int32Array.from(order, (index) => longitudes[index] ?? 0);
    latitudes = Int32Array.from(order, (index) => latitudes[index] ?? 0);
  }

  return {
    add(id, longitude, latitude) {
      if (count === ids.length) grow();
      isSorted &&= count === 0 || id > (ids[count - 1] ?? 0);
      ids[count] = id;
      longitudes[count] = longitude;
      latitudes[count] = latitude;
      count++;
      if (longitude < west) west = longitude;
      if (longitude > east) east = longitude;
      if (latitude < south) south = latitude;
      if (latitude > north) north = latitude;
    },
    finish() {
      const wasSorted = isSorted;
      if (!isSorted) sort();
      let last = 0;
      return {
        count,
        isSorted: wasSorted,
        hasNegativeIds: count > 0 && (ids[0] ?? 0) < 0,
        // Rising ids do not repeat.
        hasRepeatedIds: !wasSorted && ids.subarray(1, count).some((id, index) => id === ids[index]),
        indexOf(id) {
          // The nodes of a way are often consecutive.
          if (last + 1 < count && ids[last + 1] === id) return ++last;
          let from = 0;
          let to = count - 1;
          while (from <= to) {
            const middle = (from + to) >>> 1;
            const found = ids[middle] ?? 0;
            if (found === id) {
              last = middle;
              return middle;
            }
            if (found < id) from = middle + 1;
            else to = middle - 1;
          }
          return -1;
        },
        longitudeAt: (index) => (longitudes[index] ?? 0) / UNITS_PER_DEGREE,
        latitudeAt: (index) => (latitudes[index] ?? 0) / UNITS_PER_DEGREE,
        bounds: {
          west: west / UNITS_PER_DEGREE,
          south: south / UNITS_PER_DEGREE,
          east: east / UNITS_PER_DEGREE,
          north: north / UNITS_PER_DEGREE,
        },
      };
    },
  };
}
