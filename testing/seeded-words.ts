import { streetWords } from "@/lib/city/geocoding/street-words";

/** SQL expressions of an order's searchable fields. */
export interface SeededOrder {
  readonly accountId: string;
  readonly code: string;
  /** Letters, a hyphen and a number. */
  readonly externalOrderId: string;
  /** A word already folded by `folded`. */
  readonly street: string;
  readonly building: string;
  /** Digits alone. */
  readonly phone: string;
}

/** Search words of an order created by a statement, as `searchWords` would write them. */
export function seededWords({ accountId, code, externalOrderId, ...stop }: SeededOrder): string {
  const pieces = (sign: string, value: string, length: number, position: number) =>
    `(SELECT string_agg('${sign}' || substr(${value}, piece, ${length}) || ':' || ${position} + piece, ' ')
      FROM generate_series(1, length(${value}) - ${length - 1}) AS piece)`;
  const bare = `lower(replace(${code}, '-', ''))`;
  return `concat_ws(' ', '@' || left(${accountId}::text, 8), '=' || split_part(${externalOrderId}, '-', 1) || ':1',
    '=' || split_part(${externalOrderId}, '-', 2) || ':2', ${pieces("#", bare, 3, 10)},
    ${stop.street} || ':30', ${stop.building} || ':32', ${pieces("+", stop.phone, 4, 40)})::tsvector`;
}

/** A street's name in the form of search words. */
export const folded = (street: string): string =>
  streetWords(street)
    .map(({ word }) => word)
    .join(" ");
