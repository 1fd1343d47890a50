import type * as z from "zod";
import type { Database } from "@/lib/db/client";

/** A command of the operator's command line: named by two words, takes options, prints one JSON object. */
export interface Command<Options> {
  readonly usage: string;
  readonly options: z.ZodType<Options>;
  readonly run: (db: Database, options: Options) => Promise<unknown>;
}

/** Declares a command, which receives the options that its schema accepts. */
export function command<Options>(declared: Command<Options>): Command<unknown> {
  return declared as Command<unknown>;
}
