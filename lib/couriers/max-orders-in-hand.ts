/** The most that operators can set for a vehicle. PostgreSQL holds it too. */
export const MAX_ORDERS_IN_HAND = 20;
