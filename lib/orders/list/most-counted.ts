/** As far as open orders are counted; nobody reads more of a number in a menu. */
export const MOST_COUNTED = 1_000;
