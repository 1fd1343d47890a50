/** More than any vehicle takes. */
export const MAX_ORDERS_IN_HAND = 20;
