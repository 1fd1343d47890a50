/** Values from 0 to less than 1. */
export type Random = () => number;

/** Pseudorandom values that only depend on the seed: a linear congruential generator with the constants of Numerical Recipes. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @throws Error for an empty list */
export function pickOne<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}
