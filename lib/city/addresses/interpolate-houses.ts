import { findStep, getAddresses } from "@/lib/city/addresses/address-tags";
import { placeAlong } from "@/lib/city/addresses/broken-line";
import { toPlace } from "@/lib/city/addresses/middle";
import type { HouseRow } from "@/lib/city/geocoding/city-row";

import type { LineFeature, Tags } from "@/packages/city/extract/feature";

/** A longer range of numbers is a mistake. */
const MAX_HOUSES = 500;

export interface NumberedHouse extends Omit<HouseRow, "streetId"> {
  readonly street: string | null;
  readonly city: string | undefined;
}

/** The houses between the known ones on an `addr:interpolation` line, evenly spaced along it. */
export function interpolateHouses(
  { tags, line, nodeIds }: LineFeature,
  nodes: ReadonlyMap<number, Tags>,
): NumberedHouse[] {
  const step = findStep(tags["addr:interpolation"]);
  if (step === null) return [];
  const known = nodeIds.flatMap((id, index) => {
    const [address] = getAddresses(nodes.get(id) ?? {});
    return address === undefined ? [] : [{ ...address, index }];
  });
  return known.slice(1).flatMap((to, position) => {
    const from = known[position];
    if (from === undefined || from.number === to.number) return [];
    const way = line.slice(from.index, to.index + 1).map(toPlace);
    const [low, high] = [Math.min(from.number, to.number), Math.max(from.number, to.number)];
    const count = Math.floor((high - low - 1) / step);
    if (count > MAX_HOUSES) return [];
    return Array.from({ length: count }, (_, index) => {
      const number = low + (index + 1) * step;
      const share = (number - from.number) / (to.number - from.number);
      const street = tags["addr:street"] ?? from.street ?? to.street;
      const label = String(number);
      return {
        ...{ street, city: from.city ?? to.city, number, key: label, label, isApproximate: true },
        ...placeAlong(way, share),
      };
    });
  });
}
