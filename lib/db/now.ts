import { sql } from "@/lib/db/sql";

/** The database's clock, rounded as millisecond columns are, so that a row inserted with now() is due at once. */
export const NOW_AS_STORED = sql`now()::timestamptz(3)`;
