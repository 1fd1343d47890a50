import { sql } from "@/lib/db/sql";

/**
 * The database's clock as columns of milliseconds keep it, for telling what is due. They round, so a row that is put in
 * with now() may carry an instant that comes half a millisecond later; held against the clock rounded alike it is due
 * to whoever looks next, since a later instant is never rounded to an earlier one.
 */
export const NOW_AS_STORED = sql`now()::timestamptz(3)`;
