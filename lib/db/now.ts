import { sql } from "@/lib/db/sql";

/** now() rounded to milliseconds like the columns, so that a row inserted with now() is due at once. */
export const NOW_AS_STORED = sql`now()::timestamptz(3)`;
